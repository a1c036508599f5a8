import { type Repeating, repeatEvery } from './repeat-every.ts';

const STEP_EVERY_MS = 100;

/** A step of writing one kind of events that come from the clock; the signal ends it early. */
export type ClockStep = (signal: AbortSignal) => Promise<void>;

export interface TimeTelling {
  /** One of many nodes does it. */
  readonly isChosen: () => Promise<boolean>;
  readonly onFailure: (cause: unknown) => void;
}

/** Takes the steps of each kind again and again, independent of the other kinds. */
export function tellTime({ isChosen, onFailure }: TimeTelling, kinds: readonly ClockStep[]): Repeating {
  const stopping = new AbortController();
  const walks = kinds.map((step) =>
    repeatEvery({ everyMs: STEP_EVERY_MS, onFailure }, async () => {
      if (await isChosen()) await step(stopping.signal);
    }),
  );
  return {
    async stop() {
      stopping.abort();
      await Promise.all(walks.map((walk) => walk.stop()));
    },
  };
}
