import { type Repeating, repeatEvery } from './repeat-every.ts';

const STEP_EVERY_MS = 1_000;

/** Removes a little of one kind of what is old; looks before it writes, so that a store at rest stays at rest. */
export type Forgetting = () => Promise<void>;

export interface ForgettingOptions {
  /** One of many nodes does it. */
  readonly isChosen: () => Promise<boolean>;
  readonly onFailure: (cause: unknown) => void;
}

/** Removes what is old, in the background and in small steps. */
export function forgetOld({ isChosen, onFailure }: ForgettingOptions, kinds: readonly Forgetting[]): Repeating {
  return repeatEvery({ everyMs: STEP_EVERY_MS, onFailure }, async () => {
    if (!(await isChosen())) return;
    // A step that fails is taken again next time.
    await Promise.all(kinds.map((forget) => forget().catch(onFailure)));
  });
}
