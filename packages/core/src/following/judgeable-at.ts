const MINUTE_MS = 60_000;

/** When an entry can be judged to its end: once the minute in which it ends has a mean. */
export function judgeableAt(endMs: number): number {
  return Math.ceil(endMs / MINUTE_MS) * MINUTE_MS;
}
