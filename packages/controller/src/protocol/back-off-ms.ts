const SHORTEST_MS = 1_000;
const LONGEST_AT_FIRST_MS = 15_000;
const LONGEST_MS = 60_000;
const AT_FIRST_MS = 300_000;

/** How long to wait before the next attempt; `random` is from 0 up to 1, so that a fleet never comes back at once. */
export function backOffMs(lostForMs: number, random: number): number {
  const longestMs = lostForMs < AT_FIRST_MS ? LONGEST_AT_FIRST_MS : LONGEST_MS;
  return SHORTEST_MS + random * (longestMs - SHORTEST_MS);
}
