const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 900_000;

/** For so long a message is tried again. */
export const TRIED_FOR_MS = 86_400_000;

/** How long to wait after attempts that failed: twice as long each time; by chance, so that many do not come at once. */
export function waitAfter(attempts: number): number {
  const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts - 1, 20));
  return Math.round(wait * (0.8 + 0.4 * Math.random()));
}
