import type { CommandText } from './command-text.ts';
import { readCommand, storedInstant } from './read-command.ts';
import { writeCommand } from './write-command.ts';

/** The same command without what begins at an instant or later; undefined if that is all of it. */
export function entriesBefore(text: CommandText, until: number): CommandText | undefined {
  const { asset, type, entries } = readCommand(text);
  const near = entries.filter(({ startAt }) => storedInstant(startAt) < until);
  if (near.length === entries.length) return text;
  return near.length === 0 ? undefined : writeCommand({ asset, type }, near);
}
