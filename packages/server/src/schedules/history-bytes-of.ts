import type { ParsedBatch } from '@setpoint/core';

// Its row, its place in the indexes, and the event that tells of it.
const BYTES_OF_ANY_BATCH = 512;

/** How much a batch takes of the history, as good as; of a splice, all that it changes. */
export function historyBytesOf(logged: readonly { readonly text: string | null }[]): number {
  return logged.reduce((sum, { text }) => sum + (text?.length ?? 0), BYTES_OF_ANY_BATCH);
}

/** Whether all that a batch does is to clear what is set; what a splice leaves standing is logged with it. */
export function isClearing({ commands, splice }: ParsedBatch): boolean {
  return splice === undefined && commands.every(({ text }) => text === null);
}
