import type { Place } from './places-in.ts';

/** Completion for fish, with what each command and option is for. */
export function fishScript(places: readonly Place[]): string {
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
