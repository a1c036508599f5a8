import { setTimeout as wait } from 'node:timers/promises';

/** Begins something at each beat, whatever became of what began before; what the machine missed is not caught up with. */
export async function beat(everyMs: number, over: AbortSignal, begin: () => void): Promise<void> {
  let dueAt = performance.now();
  while (!over.aborted) {
    begin();
    dueAt = Math.max(dueAt + everyMs, performance.now() - everyMs);
    await pause(dueAt - performance.now(), over);
  }
}

/** Waits, or until it is over. */
export async function pause(ms: number, over: AbortSignal): Promise<void> {
  if (ms > 0 && !over.aborted) await wait(ms, undefined, { signal: over }).catch(() => undefined);
}
