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
  const timer = setInterval(() => {
    running ??= work()
      .catch(onFailure)
      .finally(() => (running = undefined));
  }, everyMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}
