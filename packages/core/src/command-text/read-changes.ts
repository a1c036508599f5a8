import { namesOfPair } from '@setpoint/contract';
import type { Change, CommandText } from './command-text.ts';
import { pairOfText } from './pair-of-text.ts';
import { writeCommand } from './write-command.ts';

/** What a batch did, as it is logged: a JSON array of commands, of which one without entries clears its pair. */
export function writeChanges(changes: readonly Change[]): string {
  return writeTexts(changes.map(({ pair, text }) => text ?? writeCommand(namesOfPair(pair), [])));
}

/** All that is set, in the same form: the changes that lead to it from nothing. */
export function writeTexts(texts: readonly CommandText[]): string {
  return `[${texts.join(',')}]`;
}

const BETWEEN_COMMANDS = /(?<=\]\}),(?=\{"asset":)/;
const NO_ENTRIES = '"entries":[]}';

/** Reads what was logged without parsing any entry. */
export function readChanges(commands: string): Change[] {
  if (commands === '[]') return [];
  return commands
    .slice(1, -1)
    .split(BETWEEN_COMMANDS)
    .map((text) => ({ pair: pairOfText(text), text: text.endsWith(NO_ENTRIES) ? null : text }));
}
