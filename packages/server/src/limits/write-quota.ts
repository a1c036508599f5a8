import type { ClientId, SiteId } from '@setpoint/contract';
import { countsOf, type ExchangedCounts } from './counts-of.ts';
import { TooMuch } from './too-much.ts';

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

/**
 * Counts in memory, and tells the store now and then. The first bytes of a key are told at once, so that after a
 * restart what was written before is known a moment later; at most a part of the share is not told.
 */
export function createWriteQuota({ bytesPerDay, now }: WriteQuotaSettings): WriteQuota {
  const told = { leastTold: bytesPerDay / TOLD_IN_PARTS, mostToldAtOnce: MOST_TOLD_AT_ONCE };
  const counts = countsOf({ now, minutes: MINUTES_OF_DAY, mostKeys: MOST_KEYS, ...told });
  return {
    ...counts,
    refusal(of, isClearing = false) {
      if (counts.of(keyOf(of)) < (isClearing ? 2 * bytesPerDay : bytesPerDay)) return undefined;
      const message = 'this client has written as much history here today as it may; it begins anew at midnight UTC';
      return new TooMuch(message, Math.ceil((counts.endsAt() - now()) / 1_000));
    },
    add: (of: HistoryOf, bytes: number) => counts.add(keyOf(of), bytes),
  };
}

function keyOf({ clientId, siteId }: HistoryOf): string {
  return siteId === null ? clientId : `${clientId} ${siteId}`;
}
