const MOST_ROWS = 64;
// As much as is read and replayed in some milliseconds.
const BYTES_AT_ONCE = 512 * 1_024;

/** How many batches to read next, after some that had so many bytes: a batch may be of any size. */
export function nextRows(rows: number, batches: readonly { readonly commands: string }[]): number {
  const bytes = batches.reduce((sum, { commands }) => sum + commands.length, 0);
  const fitting = bytes === 0 ? MOST_ROWS : Math.floor((BYTES_AT_ONCE * batches.length) / bytes);
  return Math.max(1, Math.min(4 * rows, MOST_ROWS, fitting));
}
