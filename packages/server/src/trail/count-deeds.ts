import type { Store } from '../store/store.ts';
import type { Recording } from './append-record.ts';
import { noteDeeds } from './note-deeds.ts';

export interface DeedCounting {
  readonly store: Pick<Store, 'write'>;
  readonly now: () => number;
  readonly onFailure: (cause: unknown) => void;
  /** As many are told apart in an hour; of the rest the number is recorded. */
  readonly mostKeys: number;
  readonly flushEveryMs?: number;
}

/** Records what may happen thousands of times a minute: the first of each kind, then once an hour how many there were. */
export interface DeedCounter {
  /** Those with the same key are counted together; the latest of them is the sample. */
  note(key: string, deed: Recording): void;
  /** Writes what is not in the log yet. */
  stop(): Promise<void>;
}

const FLUSH_EVERY_MS = 10_000;
const RECORD_EVERY_MS = 3_600_000;
const DEEDS_AT_ONCE = 100;

interface Counted {
  deed: Recording;
  count: number;
  recordAt: number;
}

/** However often a caller does the same, the log grows by a record an hour. */
export function countDeeds(counting: DeedCounting): DeedCounter {
  const { store, now, onFailure, mostKeys, flushEveryMs = FLUSH_EVERY_MS } = counting;
  const byKey = new Map<string, Counted>();
  const others: Counted = {
    deed: { action: 'audit.more', subject: { kind: 'audit', id: 'log' } },
    count: 0,
    recordAt: 0,
  };
  let timer: NodeJS.Timeout | undefined;

  function dueAt(at: number, isLast: boolean): Counted[] {
    return [...byKey.values(), others].filter(({ count, recordAt }) => count > 0 && (isLast || at >= recordAt));
  }
  // Counted anew where it cannot be written: the next try has those too.
  async function write(due: readonly Counted[], at: number): Promise<void> {
    const some = due.filter(({ count }) => count > 0);
    const counts = some.map(({ count }) => count);
    const deeds = some.map(({ deed, count }) => ({ ...deed, after: { ...deed.after, count } }));
    for (const one of some) Object.assign(one, { count: 0, recordAt: at + RECORD_EVERY_MS });
    try {
      await store.write(noteDeeds, { deeds });
    } catch (cause) {
      for (const [index, one] of some.entries()) {
        one.count += counts[index] ?? 0;
        one.recordAt = at;
      }
      throw cause;
    }
  }
  async function flush(isLast: boolean): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    const at = now();
    const due = dueAt(at, isLast);
    for (const [key, { count, recordAt }] of byKey) if (count === 0 && at >= recordAt) byKey.delete(key);
    try {
      for (let start = 0; start < due.length; start += DEEDS_AT_ONCE) {
        await write(due.slice(start, start + DEEDS_AT_ONCE), at);
      }
    } finally {
      if ((byKey.size > 0 || others.count > 0) && !isLast) arm();
    }
  }
  function arm(): void {
    timer ??= setTimeout(() => void flush(false).catch(onFailure), flushEveryMs).unref();
  }
  return {
    note(key, deed) {
      const known = byKey.get(key);
      if (known !== undefined) {
        known.deed = deed;
        known.count += 1;
      } else if (byKey.size < mostKeys) byKey.set(key, { deed, count: 1, recordAt: 0 });
      else others.count += 1;
      arm();
    },
    stop: () => flush(true).catch(onFailure),
  };
}
