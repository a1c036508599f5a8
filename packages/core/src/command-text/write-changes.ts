import { namesOfPair } from '@setpoint/contract';
import type { Change, CommandText } from './command-text.ts';
import { writeCommand } from './write-command.ts';

/** The text that logs a batch: a JSON array of commands, where one without entries clears its pair. */
export function writeChanges(changes: readonly Change[]): string {
  return writeTexts(changes.map(({ pair, text }) => text ?? writeCommand(namesOfPair(pair), [])));
}

/** The same for all that is set: the changes that lead to it from nothing. */
export function writeTexts(texts: readonly CommandText[]): string {
  return `[${texts.join(',')}]`;
}
