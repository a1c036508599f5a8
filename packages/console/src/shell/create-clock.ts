const TICK_MS = 1_000;

/** Calls all listeners once a second, in the same turn; without listeners it has no timer. */
export interface Clock {
  readonly subscribe: (listener: () => void) => () => void;
  /** The time, to the second. */
  readonly now: () => number;
}

export function createClock(): Clock {
  const listeners = new Set<() => void>();
  let timer: ReturnType<typeof setInterval> | undefined;
  let second = 0;

  function tick(): void {
    second = currentSecond();
    for (const listener of listeners) listener();
  }
  return {
    subscribe(listener) {
      if (timer === undefined) second = currentSecond();
      listeners.add(listener);
      timer ??= setInterval(tick, TICK_MS);
      return () => {
        listeners.delete(listener);
        if (listeners.size > 0) return;
        clearInterval(timer);
        timer = undefined;
      };
    },
    now() {
      if (timer === undefined) second = currentSecond();
      return second;
    },
  };
}

function currentSecond(): number {
  return Math.floor(Date.now() / TICK_MS) * TICK_MS;
}
