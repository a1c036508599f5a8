import { firstIndex } from '@setpoint/core';
import { everyBeat } from '../platform/loops/every-beat.ts';
import type { Store } from '../store/store.ts';
import {
  compareEventPositions,
  type EventPage,
  type EventPosition,
  type LoggedEvent,
  readEventBounds,
  readEvents,
} from './read-events.ts';

/** The end of the event log, read once for all who tail it. */
export interface EventTail {
  /** The last event that was read. */
  end(): EventPosition;
  /** The events behind a place; undefined when they are further back than what is kept here. */
  after(position: EventPosition): readonly LoggedEvent[] | undefined;
  /** Resolves when there is something new, or at the end of the service. */
  news(): Promise<void>;
  /** Says that something may have been written. */
  wake(): void;
  /** How often that was said: as long as it stays the same, what was read is as it was. */
  told(): number;
  /** Somebody wants to know at once, until the returned function is called; without anybody, the log is read less often. */
  hurry(): () => void;
  isStopped(): boolean;
  /** Wakes everybody for the last time. */
  stop(): void;
}

export interface EventTailOptions {
  readonly store: Store;
  readonly onFailure: (cause: unknown) => void;
  /** How often to look for what nobody told of. */
  readonly lookEveryMs?: number;
  /** When to look again after it was said that something may have been written, if nothing is said since. */
  readonly againAfterMs?: readonly number[];
}

const EVENTS_KEPT = 4_096;
const ROWS_AT_ONCE = 64;
// Each write tells of itself, the other nodes' too: for what was not heard.
const LOOK_EVERY_MS = 2_000;
// Writes follow each other faster than anybody who listens can tell; what reads on without anybody who listens can wait.
const REST_MS = 5;
const LONG_REST_MS = 100;

/** Tails the log from now on. */
export async function openEventTail({ store, onFailure, ...when }: EventTailOptions): Promise<EventTail> {
  let { last: end } = await store.read(readEventBounds, {});
  let start = end;
  let kept: LoggedEvent[] = [];
  let news = Promise.withResolvers<void>();
  let [stopped, isReading, isStale] = [false, false, false];
  let readAt = Number.NEGATIVE_INFINITY;
  const hurries = createHurries();

  function take(events: readonly LoggedEvent[]): void {
    kept.push(...events);
    if (kept.length > 2 * EVENTS_KEPT) {
      start = kept.at(-EVENTS_KEPT - 1)?.position ?? start;
      kept = kept.slice(-EVENTS_KEPT);
    }
    end = events.at(-1)?.position ?? end;
    news.resolve();
    news = Promise.withResolvers<void>();
  }

  async function readNew(): Promise<void> {
    if (stopped) return;
    isStale = false;
    let page: EventPage;
    do {
      page = await store.read(readEvents, { after: end, rows: ROWS_AT_ONCE });
      if (stopped) return;
      if (page.events.length > 0) take(page.events);
    } while (page.isFull);
    readAt = performance.now();
  }

  function look(): void {
    isStale = true;
    if (isReading || stopped) return;
    isReading = true;
    startIn(readAt + hurries.restMs() - performance.now(), read);
  }
  function read(): void {
    readNew()
      .catch((cause: unknown) => stopped || onFailure(cause))
      .finally(() => {
        isReading = false;
        if (isStale) look();
      });
  }
  const looking = lookNowAndThen(when, look);

  return {
    end: () => end,
    after: (position) =>
      compareEventPositions(position, start) < 0 ? undefined : kept.slice(firstBehind(kept, position)),
    news: () => news.promise,
    wake: () => looking.wake(),
    told: () => looking.told(),
    hurry: hurries.begin,
    isStopped: () => stopped,
    stop() {
      stopped = true;
      looking.stop();
      news.resolve();
    },
  };
}

/** Those who want to know at once. */
function createHurries() {
  let count = 0;
  return {
    restMs: () => (count > 0 ? REST_MS : LONG_REST_MS),
    begin(this: void) {
      count += 1;
      return () => {
        count -= 1;
      };
    },
  };
}

// What one turn of the event loop brings is read at once.
function startIn(waitMs: number, read: () => void): void {
  if (waitMs <= 0) setImmediate(read);
  else setTimeout(read, waitMs).unref();
}

type LookTimes = Pick<EventTailOptions, 'lookEveryMs' | 'againAfterMs'>;

function lookNowAndThen({ lookEveryMs = LOOK_EVERY_MS, againAfterMs = [] }: LookTimes, look: () => void) {
  let again: NodeJS.Timeout | undefined;
  let told = 0;
  function markPlanDue(times: number): void {
    clearTimeout(again);
    const waitMs = againAfterMs[times];
    if (waitMs === undefined) return;
    again = setTimeout(() => {
      look();
      markPlanDue(times + 1);
    }, waitMs).unref();
  }
  const beat = everyBeat(lookEveryMs, look);
  return {
    told: () => told,
    wake() {
      told += 1;
      look();
      markPlanDue(0);
    },
    stop() {
      beat.stop();
      clearTimeout(again);
    },
  };
}

function firstBehind(events: readonly LoggedEvent[], position: EventPosition): number {
  return firstIndex(events, (event) => compareEventPositions(event.position, position) > 0);
}

/**
 * A store that says of each write that there may be something new in the log; also of one that failed, which may have
 * held back what others wrote.
 */
export function storeThatWakes(store: Store, tail: Pick<EventTail, 'wake'>): Store {
  return {
    ...store,
    write(name, input) {
      const output = store.write(name, input);
      const wake = () => tail.wake();
      output.then(wake, wake);
      return output;
    },
  };
}
