const LONGEST_WAIT_MS = 15_000;
const FIRST_WAIT_MS = 250;

/** How long to wait after so many failures in a row. */
export function backOffMs(failures: number): number {
  return Math.random() * Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
}
