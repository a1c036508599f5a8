import type { SiteId } from '@setpoint/contract';
import type { SiteSignal, SiteSignals } from './site-signals.ts';

export interface Waiting {
  readonly signals: SiteSignals;
  readonly siteId: SiteId;
  readonly timeoutMs: number;
  /** Acts after so long; the result calls it off. */
  readonly after?: (durationMs: number, act: () => void) => () => void;
}

/** An answer, and whether it is the one that was waited for. */
export interface Asked<Value> {
  readonly isReached: boolean;
  readonly value: Value;
}

/**
 * Asks anew after each signal of a site, until the answer is reached, the time is over or the service stops; what is
 * asked knows the signals since it was asked last, and when each came by `performance.now()`.
 */
export async function askUntil<Value>(
  { signals, siteId, timeoutMs, after = afterTimeout }: Waiting,
  ask: (heard: ReadonlyMap<SiteSignal, number>) => Promise<Asked<Value>>,
): Promise<Value> {
  let isOver = false;
  let heard = new Map<SiteSignal, number>();
  let wake = () => {};
  // From before the first question on, so that nothing falls between an answer and the wait.
  const stopListening = signals.listen(siteId, (signal) => {
    heard.set(signal, performance.now());
    wake();
  });
  const callOff = after(timeoutMs, () => {
    isOver = true;
    wake();
  });
  try {
    for (;;) {
      const before = heard;
      heard = new Map();
      const { isReached, value } = await ask(before);
      if (isReached || isOver || signals.isStopped()) return value;
      if (heard.size === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    }
  } finally {
    callOff();
    stopListening();
  }
}

function afterTimeout(durationMs: number, act: () => void): () => void {
  const timer = setTimeout(act, durationMs);
  return () => clearTimeout(timer);
}
