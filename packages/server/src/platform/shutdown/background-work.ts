export interface Stoppable {
  stop(): void | Promise<void>;
}

/** What goes on by itself: told to stop at once, waited for later. */
export interface BackgroundWork {
  add(...work: readonly Stoppable[]): void;
  stop(): void;
  /** Resolves once all that was told to stop has ended. */
  settled(): Promise<void>;
}

export function createBackgroundWork(): BackgroundWork {
  const working: Stoppable[] = [];
  let stopped: Promise<unknown> = Promise.resolve();
  return {
    add: (...work) => void working.push(...work),
    stop() {
      stopped = Promise.allSettled(working.splice(0).map(async (work) => work.stop()));
    },
    async settled() {
      await stopped;
    },
  };
}
