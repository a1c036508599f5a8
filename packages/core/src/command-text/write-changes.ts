import { namesOfPair } from '@setpoint/contract';
import type { Change, CommandText } from './command-text.ts';
import { writeCommand } from './write-command.ts';

/** What a batch did, as it is logged: a JSON array of commands, of which one without entries clears its pair. */
export function writeChanges(changes: readonly Change[]): string {
  return writeTexts(changes.map(({ pair, text }) => text ?? writeCommand(namesOfPair(pair), [])));
}

/** All that is set, in the same form: the changes that lead to it from nothing. */
export function writeTexts(texts: readonly CommandText[]): string {
  return `[${texts.join(',')}]`;
}
