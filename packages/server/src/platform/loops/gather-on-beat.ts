import { toNextBeat } from './every-beat.ts';

/** What is in no hurry, kept together. */
export interface Gathering {
  /** Resolves on the next beat with all who came, or as soon as there are enough. */
  join(): Promise<void>;
}

/** Lets what is done one by one be done at once: code and data are cold after each sleep of a process. */
export function gatherOnBeat(enough: number): Gathering {
  let waiting: { count: number; readonly over: PromiseWithResolvers<void>; readonly timer: NodeJS.Timeout } | undefined;
  function goOn(): void {
    clearTimeout(waiting?.timer);
    waiting?.over.resolve();
    waiting = undefined;
  }
  return {
    join() {
      waiting ??= { count: 0, over: Promise.withResolvers(), timer: setTimeout(goOn, toNextBeat()) };
      const { over } = waiting;
      waiting.count += 1;
      if (waiting.count >= enough) goOn();
      return over.promise;
    },
  };
}
