import { createProgram } from '../../packages/cli/src/run-command-line.ts';
import { examplesOf } from '../../packages/cli/src/shell/with-examples.ts';
import { createShell } from '../../packages/cli/src/shell/shell.ts';
import { argumentText, defaultText } from '../../packages/cli/src/shell/word-help.ts';

type Command = ReturnType<typeof createProgram>;
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
  return visibleBelow(createProgram(shell, {}))
    .flatMap((command) => described(command, []))
    .join('\n\n');
}

/** Without names from before. */
function visibleBelow(command: Command): readonly Command[] {
  return command
    .createHelp()
    .visibleCommands(command)
    .filter((one) => one.name() !== 'help');
}

function described(command: Command, above: readonly string[]): string[] {
  const path = [...above, command.name()];
  const below = visibleBelow(command).flatMap((one) => described(one, path));
  const title = `${'#'.repeat(Math.min(path.length + 1, 4))} ${path.join(' ')}`;
  // One that only has others below it is their heading.
  if (below.length > 0 && command.registeredArguments.length === 0 && command.options.length === 0)
    return [title, sentence(command.description()), ...below];
  return [
    title,
    `${usage(command, path)}: ${command.description()}.`,
    ...parts(command),
    ...examples(command),
    ...below,
  ];
}

function usage(command: Command, path: readonly string[]): string {
  const given = command.registeredArguments.map(argumentText);
  const required = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
  return code(['setpoint', ...path, ...given, ...required].join(' '));
}

function examples(command: Command): string[] {
  const lines = examplesOf(command);
  return lines.length === 0 ? [] : ['Examples:', lines.map((line) => `- ${code(line)}`).join('\n')];
}

function parts(command: Command): string[] {
  const given = command.registeredArguments.map(
    (argument) => `- ${code(argumentText(argument))}: ${argument.description}`,
  );
  const options = command.options.map((option) => `- ${code(option.flags)}: ${aboutOption(option)}`);
  const lines = [...given, ...options];
  return lines.length === 0 ? [] : [lines.join('\n')];
}

function aboutOption(option: Option): string {
  const { description, argChoices, mandatory, helpGroupHeading: group = '' } = option;
  const needed = mandatory ? ['required'] : [];
  const isOneOf = /one of these/i.test(group) ? ['one of these is required'] : [];
  const choices = argChoices === undefined ? [] : [`one of ${argChoices.map(code).join(', ')}`];
  const shown = mandatory ? undefined : defaultText(option, option.defaultValue);
  const byDefault = shown === undefined ? [] : [`${code(shown)} if left out`];
  const more = [...needed, ...isOneOf, ...choices, ...byDefault];
  return more.length === 0 ? description : `${description} (${more.join('; ')})`;
}

const code = (text: string) => `\`${text}\``;
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
