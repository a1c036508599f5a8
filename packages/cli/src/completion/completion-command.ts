import { Argument, type Command, type Option } from 'commander';
import type { Shell } from '../shell/shell.ts';
import { withExamples } from '../shell/with-examples.ts';

const SCRIPTS = { bash: bashScript, zsh: zshScript, fish: fishScript } as const;
type ShellName = keyof typeof SCRIPTS;

/** `setpoint completion` */
export function completionCommand(program: Command, shell: Shell): void {
  const completion = program
    .command('completion')
    .description('print a script that completes commands, options and their values in a shell')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SCRIPTS)))
    .action((name: ShellName) => {
      const script = SCRIPTS[name](placesIn(program));
      shell.print({ shell: name, script }, script);
    });
  withExamples(
    completion,
    'source <(setpoint completion bash)',
    'setpoint completion zsh > ~/.zfunc/_setpoint',
    'setpoint completion fish > ~/.config/fish/completions/setpoint.fish',
  );
}

/** Completion for zsh, by its own reading of the functions for bash. */
function zshScript(places: readonly Place[]): string {
  return `#compdef setpoint
# Completion of setpoint for zsh. Written by: setpoint completion zsh
autoload -U +X bashcompinit && bashcompinit
${bashFunctions(places)}
complete -o default -F _setpoint setpoint`;
}

/** Completion for fish, with what each command and option is for. */
function fishScript(places: readonly Place[]): string {
  const paths = places.flatMap(({ path }) => (path === '' ? [] : [`'${path}'`]));
  return `# Completion of setpoint for fish. Written by: setpoint completion fish
set -g __setpoint_commands ${paths.join(' ')}

function __setpoint_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    set -l next (string trim -- "$at $word")
    if contains -- "$next" $__setpoint_commands
      set at "$next"
    end
  end
  test "$at" = "$argv[1]"
end

${places.flatMap(linesOf).join('\n')}`;
}

function linesOf({ path, commands, options, choices }: Place): string[] {
  const here = `complete -c setpoint -n "__setpoint_at '${path}'"`;
  const chosen = choices.length === 0 ? [] : [`${here} -f -a ${quoted(choices.join(' '))}`];
  return [
    ...commands.map(({ name, about }) => `${here} -f -a ${name} -d ${quoted(about)}`),
    ...chosen,
    ...options.map(({ flag, about, takesValue, choices: values }) => {
      const value = values.length === 0 ? ' -r' : ` -r -f -a ${quoted(values.join(' '))}`;
      return `${here} -l ${flag.replace(/^--/, '')}${takesValue ? value : ''} -d ${quoted(about)}`;
    }),
  ];
}

function quoted(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;
}

/** Completion for bash, from 3.2 on: no associative arrays. */
function bashScript(places: readonly Place[]): string {
  return `# Completion of setpoint for bash. Written by: setpoint completion bash
${bashFunctions(places)}
complete -o default -F _setpoint setpoint`;
}

/** The same without what is particular to bash; zsh runs them too. */
function bashFunctions(places: readonly Place[]): string {
  const words = places.map(({ path, commands, options, choices }) => {
    const all = [...commands.map(({ name }) => name), ...choices, ...options.map(({ flag }) => flag)];
    return `    '${path}') echo '${all.join(' ')}' ;;`;
  });
  const values = places.flatMap(({ path, options }) =>
    options.flatMap(({ flag, choices }) =>
      choices.length === 0 ? [] : [`    '${path} ${flag}') echo '${choices.join(' ')}' ;;`],
    ),
  );
  const files = places.flatMap(({ path, options }) =>
    options.flatMap(({ flag, takesValue, choices }) =>
      takesValue && choices.length === 0 ? [`'${path} ${flag}'`] : [],
    ),
  );
  return `_setpoint_words() {
  case "$1" in
${words.join('\n')}
    *) return 1 ;;
  esac
}

_setpoint_values() {
  case "$1" in
${values.join('\n')}
  esac
}

_setpoint_takes_value() {
  case "$1" in
    ${files.join('|')}) return 0 ;;
  esac
  return 1
}

_setpoint() {
  local cur prev at word values i
  cur="\${COMP_WORDS[COMP_CWORD]}"
  prev="\${COMP_WORDS[COMP_CWORD-1]}"
  at=''
  for ((i = 1; i < COMP_CWORD; i++)); do
    word="\${COMP_WORDS[i]}"
    if _setpoint_words "\${at:+$at }$word" > /dev/null; then at="\${at:+$at }$word"; fi
  done
  COMPREPLY=()
  # Left to the shell, which completes files.
  if _setpoint_takes_value "$at $prev"; then return; fi
  values="$(_setpoint_values "$at $prev")"
  if [ -z "$values" ]; then values="$(_setpoint_words "$at")"; fi
  COMPREPLY=($(compgen -W "$values" -- "$cur"))
}`;
}

/** What can follow at one place of a command line. */
interface Place {
  /** The names of the commands up to here, with spaces between them; empty for the program. */
  readonly path: string;
  readonly about: string;
  readonly commands: readonly { readonly name: string; readonly about: string }[];
  readonly options: readonly PlaceOption[];
  /** What its first argument can be, if that is one of a few. */
  readonly choices: readonly string[];
}

interface PlaceOption {
  readonly flag: string;
  readonly about: string;
  readonly takesValue: boolean;
  readonly choices: readonly string[];
}

/** Every command of the program. */
function placesIn(program: Command): readonly Place[] {
  const everywhere = [...program.options.map(optionOf), HELP];
  return below(program, []).map((place) =>
    place.path === '' ? { ...place, options: everywhere } : { ...place, options: [...place.options, ...everywhere] },
  );
}

const HELP: PlaceOption = { flag: '--help', about: 'show the help', takesValue: false, choices: [] };

function below(command: Command, path: readonly string[]): readonly Place[] {
  const help = command.createHelp();
  const visible = help.visibleCommands(command).filter((one) => one.name() !== 'help');
  const place: Place = {
    path: path.join(' '),
    about: command.description(),
    commands: visible.map((one) => ({ name: one.name(), about: one.description() })),
    options: command.options.filter(({ hidden }) => !hidden).map(optionOf),
    choices: command.registeredArguments[0]?.argChoices ?? [],
  };
  return [place, ...visible.flatMap((one) => below(one, [...path, one.name()]))];
}

function optionOf({ long, description, required, optional, argChoices }: Option): PlaceOption {
  return { flag: long ?? '', about: description, takesValue: required || optional, choices: argChoices ?? [] };
}
