import type { Shell } from './shell.ts';

const TICK_MS = 1_000;

/**
 * Shows at a terminal what takes a while, and for how long it has, until the work ends. Work that leaves no time to
 * others calls what it is given now and then.
 */
export async function whileWorking<Result>(
  shell: Pick<Shell, 'progress'>,
  what: string | (() => string),
  work: (showIfDue: () => void) => Promise<Result>,
): Promise<Result> {
  const beganAt = performance.now();
  let shownAt = beganAt;
  function showIfDue(): void {
    const at = performance.now();
    if (at - shownAt < TICK_MS) return;
    shownAt = at;
    shell.progress(`${typeof what === 'string' ? what : what()} (${Math.floor((at - beganAt) / 1_000)} s)`);
  }
  const timer = setInterval(showIfDue, TICK_MS);
  try {
    return await work(showIfDue);
  } finally {
    clearInterval(timer);
    shell.progress('');
  }
}
