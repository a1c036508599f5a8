import { EVENT_TYPES } from '@setpoint/contract';
import { createProgram } from '../../packages/cli/src/run-command-line.ts';
import { examplesOf } from '../../packages/cli/src/shell/with-examples.ts';
import { createShell } from '../../packages/cli/src/shell/shell.ts';
import { argumentText, defaultText } from '../../packages/cli/src/shell/word-help.ts';

type Command = ReturnType<typeof createProgram>;
type Option = Command['options'][number];
type Argument = Command['registeredArguments'][number];

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
  const isGroup = command.description().startsWith('manage ');
  return [title, ...(isGroup ? [] : [about(command)]), ...parts(command), ...examples(command), ...below];
}

// The heading is the command itself.
function about(command: Command): string {
  const given = command.registeredArguments.map(argumentText);
  const required = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
  const common = command.options.filter((option) => isSaidAbove(option) && !isOneOfThese(option) && !option.mandatory);
  const more = [...given, ...required, ...common.map(({ flags }) => `[${flags}]`)];
  if (more.length === 0) return sentence(command.description());
  return `${code(more.join(' '))}: ${command.description()}.`;
}

// The help shows all of them.
function examples(command: Command): string[] {
  return examplesOf(command)
    .slice(0, 1)
    .map((one) => `Example: ${code(one)}`);
}

function parts(command: Command): string[] {
  const given = command.registeredArguments
    .filter((argument) => !isSaidAbove(argument))
    .map((argument) => `- ${code(argumentText(argument))}: ${argument.description}`);
  const own = command.options.filter((option) => !isSaidAbove(option));
  const choices = oneOfThese(command.options.filter(isOneOfThese));
  const lines = [...given, ...choices, ...own.map((option) => `- ${code(option.flags)}: ${aboutOption(option)}`)];
  return lines.length === 0 ? [] : [lines.join('\n')];
}

// Said once on the page, above the list: what several commands take in the same words.
const SAID_ABOVE: readonly RegExp[] = [
  /^the id or name of (?:the|a) \w+, or its beginning$/,
  /^the id or name of a pool: its members at the time$/,
  /^all sites, later ones included$/,
  /^the id, its first characters, the subject or the verified e-mail address/,
  /^the provider of the person, if people of several providers are known$/,
  /^the id of the \w+$/,
  /^do not ask for confirmation$/,
  // Said by its own name.
  /^the name of the \w+$/,
  /^print CSV, for spreadsheets$/,
  /^the `(?:iss|sub)` claim /,
  /^when (?:the \w+ ends by itself|the key ends by itself, with every connection made with it)$/,
  /^(?:its|the) (?:new )?name$/,
  /^(?:notes|a name|the reason, for) (?:for )?people$/,
];

function isSaidAbove({ description }: Option | Argument): boolean {
  return SAID_ABOVE.some((words) => words.test(description));
}

function isOneOfThese({ helpGroupHeading = '' }: Option): boolean {
  return /one of these/i.test(helpGroupHeading);
}

/** A line for each group of options of which one must be given. */
function oneOfThese(options: readonly Option[]): string[] {
  const groups = Map.groupBy(options, ({ helpGroupHeading = '' }) => helpGroupHeading);
  return [...groups.values()].map((group) => `- one of ${group.map(({ flags }) => code(flags)).join(', ')}`);
}

// The line of the call shows what is required.
function aboutOption(option: Option): string {
  const { description, mandatory } = option;
  const shown = mandatory ? undefined : defaultText(option, option.defaultValue);
  const byDefault = shown === undefined ? [] : [`default: ${code(shown)}`];
  const more = [...choicesOf(option), ...byDefault];
  return more.length === 0 ? description : `${description} (${more.join('; ')})`;
}

function choicesOf({ argChoices }: Option): string[] {
  if (argChoices === undefined) return [];
  const others = argChoices.filter((one) => !EVENT_TYPES.some((type) => type === one));
  if (others.length === argChoices.length) return [argChoices.map(code).join(', ')];
  return ['[the types](events.md#the-types)'];
}

const code = (text: string) => `\`${text}\``;
const sentence = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
