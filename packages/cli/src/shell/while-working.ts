import type { Shell } from './shell.ts';

const TICK_MS = 1_000;

/** Shows at a terminal what takes a while, and for how long it has, until the work ends. */
export async function whileWorking<Result>(
  shell: Pick<Shell, 'progress'>,
  what: string | (() => string),
  work: () => Promise<Result>,
): Promise<Result> {
  const beganAt = performance.now();
  const timer = setInterval(() => {
    const seconds = Math.floor((performance.now() - beganAt) / 1_000);
    shell.progress(`${typeof what === 'string' ? what : what()} (${seconds} s)`);
  }, TICK_MS);
  try {
    return await work();
  } finally {
    clearInterval(timer);
    shell.progress('');
  }
}
