import { untilBeat } from './every-beat.ts';

/** Work that is taken in steps, one at a time, and rests while there is nothing to do. */
export interface DueWork {
  readonly now: () => number;
  /** One of many nodes does it. */
  readonly isChosen: () => Promise<boolean>;
  readonly onFailure: (cause: unknown) => void;
  /** Rest between two steps at least, and before one that failed is taken again. */
  readonly pauseMs: number;
  /** Rest at most: for what nobody told of, and for clocks that jump. */
  readonly restMs: number;
}

/** Answers with the instant from which there may be more to do; undefined when news alone brings any. */
export type DueStep = (signal: AbortSignal) => Promise<number | undefined>;

export interface DueWorking {
  /** Says that something may be due. */
  wake(): void;
  /** Resolves once the step under way is done. */
  stop(): Promise<void>;
}

// So long nobody may do it, when the node that did is gone.
const LOOK_WHETHER_CHOSEN_MS = 1_000;

/** Takes a step when something may be due: at the instant that the last one named, at news, and now and then. */
export function workWhenDue({ now, isChosen, onFailure, pauseMs, restMs }: DueWork, step: DueStep): DueWorking {
  const stopping = new AbortController();
  const { signal } = stopping;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let endedAt = performance.now();
  let rests: 'chosen' | 'not chosen' = 'chosen';
  let isWoken = false;

  async function take(): Promise<number> {
    if (!(await isChosen())) {
      rests = 'not chosen';
      return untilBeat(Math.max(LOOK_WHETHER_CHOSEN_MS, pauseMs));
    }
    rests = 'chosen';
    const dueAt = await step(signal);
    return dueAt === undefined ? untilBeat(restMs) : Math.min(Math.max(dueAt - now(), pauseMs), restMs);
  }
  async function run(): Promise<void> {
    const waitMs = await take().catch((cause: unknown) => {
      onFailure(cause);
      return pauseMs;
    });
    running = undefined;
    endedAt = performance.now();
    if (!signal.aborted) arm(isWoken && rests === 'chosen' ? pauseMs : waitMs);
  }
  function begin(): void {
    isWoken = false;
    running = run();
  }
  function arm(waitMs: number): void {
    clearTimeout(timer);
    timer = setTimeout(begin, waitMs).unref();
  }
  arm(pauseMs);
  return {
    wake() {
      if (isWoken || signal.aborted) return;
      isWoken = true;
      // Who is not chosen looks at everything once it is.
      if (running === undefined && rests === 'chosen') arm(Math.max(0, endedAt + pauseMs - performance.now()));
    },
    async stop() {
      stopping.abort();
      clearTimeout(timer);
      await running;
    },
  };
}
