import type { ClientId, SiteId } from '@setpoint/contract';
import { TooMuch } from './too-much.ts';
import type { ExchangedCounts, WindowCounts } from './rate-limit.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const MINUTES_OF_DAY = 1_440;
// Told more often, a portfolio of 1,000 sites would write as many counts as batches.
const TOLD_IN_PARTS = 64;
const MOST_TOLD_AT_ONCE = 200;
const MOST_KEYS = 200_000;

/** Of one client on one site. */
export const HISTORY_BYTES_PER_DAY = 256 * 1_024 * 1_024;

/** How much history one client may write on one site in a day of UTC. */
export interface WriteQuota extends ExchangedCounts {
  /** Why a client may write no more there today; what only clears is let in for twice as long. */
  refusal(of: HistoryOf, isClearing?: boolean): TooMuch | undefined;
  add(of: HistoryOf, bytes: number): void;
}

/** On no site: what is not about one. */
interface HistoryOf {
  readonly clientId: ClientId;
  readonly siteId: SiteId | null;
}

export interface WriteQuotaSettings {
  readonly bytesPerDay: number;
  readonly now: () => number;
}

interface Count {
  own: number;
  told: number;
  elsewhere: number;
}

/**
 * Counts in memory, and tells the store now and then. The first bytes of a key are told at once, so that after a
 * restart what was written before is known a moment later; at most a part of the share is not told.
 */
export function createWriteQuota({ bytesPerDay, now }: WriteQuotaSettings): WriteQuota {
  const counts = new Map<string, Count>();
  const toTell = new Set<string>();
  let today = 0;

  function beginDay(): void {
    const day = Math.floor(now() / DAY_MS);
    if (day === today && counts.size < MOST_KEYS) return;
    today = day;
    counts.clear();
    toTell.clear();
  }
  return {
    refusal(of, isClearing = false) {
      beginDay();
      const count = counts.get(keyOf(of));
      const most = isClearing ? 2 * bytesPerDay : bytesPerDay;
      if (count === undefined || count.own + count.elsewhere < most) return undefined;
      const message = 'this client has written as much history here today as it may; it begins anew at midnight UTC';
      return new TooMuch(message, Math.ceil(((today + 1) * DAY_MS - now()) / 1_000));
    },
    add(of, bytes) {
      beginDay();
      const key = keyOf(of);
      const count = counts.get(key) ?? { own: 0, told: 0, elsewhere: 0 };
      count.own += bytes;
      counts.set(key, count);
      if (count.told === 0 || count.own - count.told >= bytesPerDay / TOLD_IN_PARTS) toTell.add(key);
    },
    untold(): WindowCounts {
      beginDay();
      const told = [...toTell].slice(0, MOST_TOLD_AT_ONCE).flatMap((key) => {
        toTell.delete(key);
        const count = counts.get(key);
        if (count === undefined) return [];
        const more = count.own - count.told;
        count.told = count.own;
        return [{ key, count: more }];
      });
      return { minute: today * MINUTES_OF_DAY + MINUTES_OF_DAY - 1, counts: told, at: Math.floor(now() / MINUTE_MS) };
    },
    learn(totals) {
      beginDay();
      if (totals.minute !== today * MINUTES_OF_DAY + MINUTES_OF_DAY - 1) return;
      for (const { key, count: total } of totals.counts) {
        const count = counts.get(key);
        if (count !== undefined) count.elsewhere = Math.max(0, total - count.told);
      }
    },
  };
}

function keyOf({ clientId, siteId }: HistoryOf): string {
  return siteId === null ? clientId : `${clientId} ${siteId}`;
}
