import { createProgram } from '../../packages/cli/src/run-command-line.ts';
import { createShell } from '../../packages/cli/src/shell/shell.ts';

type Command = ReturnType<typeof createProgram>;
type Argument = Command['registeredArguments'][number];
type Option = Command['options'][number];

const NOWHERE = () => undefined;

/** Every command as Markdown, in the order of the help: a heading each, how it is called, its arguments and options. */
export function commandList(): string {
  const shell = createShell({
    environment: {},
    isJson: () => false,
    write: NOWHERE,
    writeError: NOWHERE,
    progress: NOWHERE,
  });
  return createProgram(shell, {})
    .commands.flatMap((command) => described(command, []))
    .join('\n\n');
}

function described(command: Command, above: readonly string[]): string[] {
  const path = [...above, command.name()];
  const below = command.commands.flatMap((one) => described(one, path));
  const title = `${'#'.repeat(Math.min(path.length + 1, 4))} ${path.join(' ')}`;
  // One that only has others below it is their heading.
  if (command.commands.length > 0 && command.registeredArguments.length === 0 && command.options.length === 0)
    return [title, sentence(command.description()), ...below];
  return [title, `${usage(command, path)}: ${command.description()}.`, ...parts(command), ...below];
}

function usage(command: Command, path: readonly string[]): string {
  const given = command.registeredArguments.map(namedArgument);
  const required = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
  return code(['setpoint', ...path, ...given, ...required].join(' '));
}

function namedArgument(argument: Argument): string {
  const name = argument.variadic ? `${argument.name()}...` : argument.name();
  return argument.required ? `<${name}>` : `[${name}]`;
}

function parts(command: Command): string[] {
  const given = command.registeredArguments.map(
    (argument) => `- ${code(namedArgument(argument))}: ${argument.description}`,
  );
  const options = command.options.map((option) => `- ${code(option.flags)}: ${aboutOption(option)}`);
  const lines = [...given, ...options];
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function aboutOption({ description, argChoices, defaultValue, defaultValueDescription }: Option): string {
  const choices = argChoices === undefined ? [] : [`one of ${argChoices.map(code).join(', ')}`];
  const shown = defaultValueDescription ?? plainText(defaultValue);
  const byDefault = shown === undefined ? [] : [`${code(shown)} if left out`];
  const more = [...choices, ...byDefault];
  return more.length === 0 ? description : `${description} (${more.join('; ')})`;
}

function plainText(value: unknown): string | undefined {
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.join(',');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

const code = (text: string) => `\`${text}\``;
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
