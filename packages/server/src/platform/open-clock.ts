import { certainNow, CLOCK_MUST_HOLD_MS, instantText, isClockWrong, type StoreClock } from '@setpoint/core';
import type { Logger } from 'pino';
import { keepStoreClock, readStoreClock } from '../store/keep-store-clock.ts';
import type { Store } from '../store/store.ts';

const HOUR_MS = 3_600_000;

export interface CertainClock {
  /** The instant by which something is old or past for good: a clock that jumped has no say in it for a day. */
  readonly certainNow: () => number;
}

export interface Clock extends CertainClock {
  /** What is wrong with the clock, in a sentence; undefined while nothing is. */
  readonly problem: () => string | undefined;
  /** Brings it and the store up to date; to be called each minute. */
  keep(): Promise<void>;
}

export interface ClockOpening {
  readonly store: Store;
  readonly now: () => number;
  readonly isChosen: () => Promise<boolean>;
  readonly logger: Pick<Logger, 'warn' | 'info'>;
  /** In milliseconds, whatever becomes of the clock. */
  readonly running?: () => number;
}

/** The time as the store knows it. */
export async function openClock(opening: ClockOpening): Promise<Clock> {
  const { store, now, isChosen, logger, running = () => performance.now() } = opening;
  let known = await store.read(readStoreClock, {});
  let knownAt = running();
  let isWarned = false;

  function problem(): string | undefined {
    const [at, ranMs] = [now(), Math.round(running() - knownAt)];
    return isClockWrong(known, at, ranMs) ? sentenceOf(known, at, known.at + ranMs) : undefined;
  }
  function tell(): void {
    const found = problem();
    if (found !== undefined && !isWarned) logger.warn(found);
    if (found === undefined && isWarned) logger.info('the clock and the store agree again');
    isWarned = found !== undefined;
  }
  tell();
  return {
    certainNow: () => certainNow(known, now(), Math.round(running() - knownAt)),
    problem,
    async keep() {
      const at = running();
      const moved = { now: now(), ranMs: Math.round(at - knownAt) };
      known = (await isChosen()) ? await store.write(keepStoreClock, moved) : await store.read(readStoreClock, {});
      knownAt = at;
      tell();
    },
  };
}

function sentenceOf({ heldMs }: StoreClock, at: number, expected: number): string {
  const hours = Math.ceil(Math.max(0, CLOCK_MUST_HOLD_MS - heldMs) / HOUR_MS);
  return (
    `the clock says ${instantText(at)}, and the store had come to ${instantText(expected)}: until the clock has held ` +
    `for ${hours} more hours of running, nothing is deleted for its age, no signing key is replaced by itself, and no ` +
    'entry is announced as started, completed, missed or not followed beyond the time of the store'
  );
}
