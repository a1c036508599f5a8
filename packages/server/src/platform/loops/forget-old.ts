import { type DueWork, type DueWorking, workWhenDue } from './work-when-due.ts';

const PAUSE_MS = 1_000;
const REST_MS = 30_000;

/**
 * Removes a little of one kind of what is old, and answers whether there may be more. Looks before it writes, so that
 * a store at rest stays at rest.
 */
export type Forgetting = () => Promise<boolean>;

export type ForgettingOptions = Omit<DueWork, 'pauseMs' | 'restMs'>;

/** Removes what is old, in the background and in small steps. */
export function forgetOld(options: ForgettingOptions, kinds: readonly Forgetting[]): DueWorking {
  const { now, onFailure } = options;
  return workWhenDue({ ...options, pauseMs: PAUSE_MS, restMs: REST_MS }, async () => {
    const taken = kinds.map((forget) =>
      forget().catch((cause: unknown) => {
        onFailure(cause);
        // A step that fails is taken again next time.
        return true;
      }),
    );
    return (await Promise.all(taken)).some(Boolean) ? now() : undefined;
  });
}
