import { Refused } from './refused.ts';
import type { Timing } from './timing.ts';
import { wait } from './wait.ts';

export interface Reaching {
  readonly signal: AbortSignal;
  readonly onLost: (reason: string) => void;
  readonly timing: Timing;
}

/**
 * Tries again and again until it is stopped. An attempt lasts as long as the service can be reached;
 * it calls `reached` each time that the service has answered.
 */
export async function keepReaching(
  { signal, onLost, timing }: Reaching,
  attempt: (reached: () => void) => Promise<void>,
): Promise<void> {
  let reachedAtMs = timing.elapsedMs();
  // The caller is not called back before it has the link.
  await Promise.resolve();
  while (!signal.aborted) {
    const cause: unknown = await attempt(() => {
      reachedAtMs = timing.elapsedMs();
    }).then(
      () => 'the connection ended',
      (thrown: unknown) => thrown,
    );
    if (signal.aborted) return;
    onLost(reasonOf(cause));
    const waitMs = backOffMs(timing.elapsedMs() - reachedAtMs, timing.random());
    await wait(Math.max(waitMs, askedMs(cause) * timing.pace), { timing, signal });
  }
}

// The service's own time, which no pace makes shorter.
function askedMs(cause: unknown): number {
  return cause instanceof Refused ? cause.retryAfterMs : 0;
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  // fetch puts the real reason in the cause.
  return cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message;
}

const SHORTEST_MS = 1_000;
const LONGEST_AT_FIRST_MS = 15_000;
const LONGEST_MS = 60_000;
const AT_FIRST_MS = 300_000;

/** How long to wait before the next attempt; `random` is from 0 up to 1, so that a fleet never comes back at once. */
export function backOffMs(lostForMs: number, random: number): number {
  const longestMs = lostForMs < AT_FIRST_MS ? LONGEST_AT_FIRST_MS : LONGEST_MS;
  return SHORTEST_MS + random * (longestMs - SHORTEST_MS);
}
