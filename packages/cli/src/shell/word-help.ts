import { type Argument, type Command, Help, type Option } from 'commander';
import { TIMES_IN_HELP } from './time-option.ts';

const REQUIRED = 'Required:';
const ONE_OF_THESE = 'One of these is required:';
const AND_ONE_OF_THESE = 'And one of these:';
const FIRST = [REQUIRED, ONE_OF_THESE, AND_ONE_OF_THESE];

/** Makes the help of every command say what must be given, what counts there, and what holds without it. */
export function wordHelp(program: Command): void {
  const words: Partial<Help> = {
    showGlobalOptions: true,
    commandUsage,
    groupItems,
    // Without [options], which every command has.
    subcommandTerm: (command) => [command.name(), ...command.registeredArguments.map(argumentText)].join(' '),
    // An option of `hold` does nothing in `hold list`.
    visibleGlobalOptions: (command) => (command === program ? [] : program.options.filter(({ hidden }) => !hidden)),
    optionDescription: (option) => described(option, option.mandatory ? undefined : option.defaultValue),
    argumentDescription: (argument) => described(argument, argument.defaultValue),
  };
  for (const command of everyCommand(program)) {
    command.configureHelp(words);
    for (const option of command.options) if (option.mandatory) option.helpGroup(REQUIRED);
    const parts = [...command.options.map(({ flags }) => flags), ...command.registeredArguments.map(argumentText)];
    if (parts.some((part) => part.endsWith('<time>'))) command.addHelpText('after', TIMES_IN_HELP);
  }
}

/** Says in the help of a command that one of these options is required. */
export function showAsChoice(command: Command, names: readonly string[]): void {
  const isSecond = command.options.some(({ helpGroupHeading }) => helpGroupHeading === ONE_OF_THESE);
  for (const option of command.options) {
    if (names.includes(option.attributeName())) option.helpGroup(isSecond ? AND_ONE_OF_THESE : ONE_OF_THESE);
  }
}

/** A command and all below it. */
export function everyCommand(command: Command): Command[] {
  return [command, ...command.commands.flatMap(everyCommand)];
}

/** What holds if an option or an argument is left out, in words. */
function defaultText({ defaultValueDescription }: Option | Argument, value: unknown): string | undefined {
  if (defaultValueDescription !== undefined) return defaultValueDescription;
  if (Array.isArray(value)) return value.length === 0 ? undefined : value.join(', ');
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
}

function described(part: Option | Argument, value: unknown): string {
  const choices = part.argChoices === undefined ? [] : [`one of: ${part.argChoices.join(', ')}`];
  const shown = defaultText(part, value);
  const more = [...choices, ...(shown === undefined ? [] : [`default: ${shown}`])];
  return more.length === 0 ? part.description : `${part.description} (${more.join('; ')})`;
}

function commandUsage(command: Command): string {
  const path: string[] = [];
  for (let one: Command | null = command; one !== null; one = one.parent) path.unshift(one.name());
  const given = command.registeredArguments.map((argument) => argumentText(argument));
  const required = command.options.filter(({ mandatory }) => mandatory).map(({ flags }) => flags);
  const below = command.commands.length === 0 ? [] : [given.length === 0 ? '[command]' : ''];
  return [...path, ...given, ...required, '[options]', ...below].filter((part) => part !== '').join(' ');
}

/** `<site>`, or `[file]` for one that can be left out. */
export function argumentText(argument: Argument): string {
  const name = argument.variadic ? `${argument.name()}...` : argument.name();
  return argument.required ? `<${name}>` : `[${name}]`;
}

function groupItems<Item extends Command | Option>(
  all: Item[],
  visible: Item[],
  groupOf: (item: Item) => string,
): Map<string, Item[]> {
  const groups = [...Help.prototype.groupItems(all, visible, groupOf)];
  const isFirst = ([group]: [string, Item[]]) => FIRST.includes(group);
  return new Map([...groups.filter(isFirst), ...groups.filter((one) => !isFirst(one))]);
}
