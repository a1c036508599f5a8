import { everyBeat } from './every-beat.ts';

export interface Repetition {
  readonly everyMs: number;
  readonly onFailure: (cause: unknown) => void;
}

export interface Repeating {
  /** Resolves once the turn under way is done. */
  stop(): Promise<void>;
}

/** Does something now and then in the background, never twice at once; what fails is tried again at the next turn. */
export function repeatEvery({ everyMs, onFailure }: Repetition, work: () => Promise<void>): Repeating {
  let running: Promise<void> | undefined;
  const beat = everyBeat(everyMs, () => {
    running ??= work()
      .catch(onFailure)
      .finally(() => (running = undefined));
  });
  return {
    async stop() {
      beat.stop();
      await running;
    },
  };
}
