import { setTimeout as pause } from 'node:timers/promises';

const MOST_ATTEMPTS = 5;
// With the longest wait for a lock in the last attempt, it is about as long as a site may be busy.
const BEGIN_WITHIN_MS = 4_000;
const FIRST_PAUSE_MS = 10;

/** For what lost to somebody beside it: resolves after a pause of no fixed length, and says whether to try again. */
export function beginAttempts(): () => Promise<boolean> {
  const giveUpAt = performance.now() + BEGIN_WITHIN_MS;
  let made = 0;
  return async () => {
    made += 1;
    if (made >= MOST_ATTEMPTS) return false;
    // Two that met in a circle would meet again.
    await pause(FIRST_PAUSE_MS * 2 ** made * Math.random());
    return performance.now() < giveUpAt;
  };
}
