import type { PoolId, PoolSignal } from '@setpoint/contract';
import { instantText, WATTS_PER_KW } from '@setpoint/core';
import type { StoredDivision } from '../steps/division-from-row.ts';

/** A signal as callers are told of it: in sum, and why it is not more. */
export function signalAnswer({ poolId }: { readonly poolId: PoolId }, division: StoredDivision): PoolSignal {
  const shares = [...division.shares.values()];
  const ordered = shares.reduce((sum, { watts }) => sum + watts, 0);
  const followed = shares.reduce((sum, { follows }) => sum + follows, 0);
  const missed = shares.reduce((sum, { misses = 0 }) => sum + misses, 0);
  const reasons = Map.groupBy(shares, ({ because }) => because);
  return {
    poolId,
    sequence: division.sent,
    orderSequence: division.sequence,
    at: instantText(division.at),
    validUntil: instantText(division.validUntil),
    kW: division.watts / WATTS_PER_KW,
    orderedkW: ordered / WATTS_PER_KW,
    followedkW: followed / WATTS_PER_KW,
    missedkW: missed / WATTS_PER_KW,
    shortfallkW: division.shortfallWatts / WATTS_PER_KW,
    surpluskW: division.surplusWatts / WATTS_PER_KW,
    memberCount: division.shares.size,
    actor: division.actor,
    reasons: [...reasons]
      .flatMap(([because, those]) => (because === null ? [] : [{ because, members: those.length }]))
      .toSorted((one, other) => other.members - one.members),
  };
}
