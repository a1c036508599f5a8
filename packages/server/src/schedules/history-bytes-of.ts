import type { ParsedBatch } from '@setpoint/core';

// Its row, its place in the indexes, and the event that tells of it.
const BYTES_OF_ANY_BATCH = 512;

/** How much a batch takes of the history, as good as. */
export function historyBytesOf({ commands }: ParsedBatch): number {
  return commands.reduce((sum, { text }) => sum + (text?.length ?? 0), BYTES_OF_ANY_BATCH);
}

/** Whether all that a batch does is to clear what is set. */
export function isClearing({ commands }: ParsedBatch): boolean {
  return commands.every(({ text }) => text === null);
}
