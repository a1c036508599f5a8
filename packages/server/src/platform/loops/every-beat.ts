const BEAT_MS = 500;

/** The time to the beat that is nearest to a moment from now: what falls on a beat together wakes a process once. */
export function untilBeat(ms: number, now = performance.now()): number {
  if (ms < BEAT_MS) return ms;
  return Math.ceil(Math.round((now + ms) / BEAT_MS) * BEAT_MS - now);
}

/**
 * Does something again and again, on a beat unless it comes more often than those. The work is told by how much it
 * comes late.
 */
export function everyBeat(everyMs: number, work: (lateMs: number) => void): { stop(): void } {
  let timer: NodeJS.Timeout;
  let dueAt = 0;
  function arm(): void {
    const waitMs = untilBeat(everyMs);
    dueAt = performance.now() + waitMs;
    timer = setTimeout(take, waitMs).unref();
  }
  function take(): void {
    const lateMs = Math.max(0, performance.now() - dueAt);
    arm();
    work(lateMs);
  }
  arm();
  return { stop: () => clearTimeout(timer) };
}

/** The time to the next beat. */
export function toNextBeat(now = performance.now()): number {
  return Math.ceil(BEAT_MS - (now % BEAT_MS));
}
