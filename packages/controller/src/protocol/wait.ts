import type { Timing } from './timing.ts';

export interface Wait {
  readonly timing: Pick<Timing, 'after'>;
  readonly signal: AbortSignal;
}

/** Resolves after a delay, or at once when it is aborted. */
export function wait(durationMs: number, { timing, signal }: Wait): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      callOff();
      signal.removeEventListener('abort', end);
      resolve();
    };
    const callOff = timing.after(durationMs, end);
    signal.addEventListener('abort', end);
    if (signal.aborted) end();
  });
}
