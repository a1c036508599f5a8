import { createProgram } from '../../packages/cli/src/run-command-line.ts';
import { createShell } from '../../packages/cli/src/shell/shell.ts';
import { argumentText } from '../../packages/cli/src/shell/word-help.ts';

type Command = ReturnType<typeof createProgram>;
type Option = Command['options'][number];

const NOWHERE = () => undefined;

/** Every command as Markdown, in the order of the help, without mere groups: a heading each, what it does, and what it needs. */
export function commandList(): string {
  const shell = createShell({
    environment: {},
    isJson: () => false,
    write: NOWHERE,
    writeError: NOWHERE,
    progress: NOWHERE,
  });
  return visibleBelow(createProgram(shell, {}))
    .flatMap((command) => described(command, []))
    .join('\n\n');
}

function visibleBelow(command: Command): readonly Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help');
}

function described(command: Command, above: readonly string[]): string[] {
  const path = [...above, command.name()];
  const below = visibleBelow(command).flatMap((one) => described(one, path));
  // A group that does something itself, such as `hold`, has options of its own.
  const isGroup = below.length > 0 && command.options.length === 0;
  return [...(isGroup ? [] : [`## ${path.join(' ')}`, about(command)]), ...below];
}

// The heading is the command itself, and its help has the options that it may have.
function about(command: Command): string {
  const given = command.registeredArguments.map(argumentText);
  const needed = command.options.filter(({ mandatory }: Option) => mandatory).map(({ flags }: Option) => flags);
  const call = [...given, ...needed].join(' ');
  return call === '' ? sentence(command.description()) : `${code(call)}: ${command.description()}.`;
}

const code = (text: string) => `\`${text}\``;
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
