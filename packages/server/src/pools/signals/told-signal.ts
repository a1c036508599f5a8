import type { PoolId, PoolSignal } from '@setpoint/contract';
import { instantText } from '@setpoint/core';
import type { StoredTick } from '../steps/tick-from-row.ts';

const WATTS_PER_KW = 1_000;

/** A signal as callers are told of it: in sum, and why it is not more. */
export function toldSignal({ poolId }: { readonly poolId: PoolId }, tick: StoredTick): PoolSignal {
  const shares = [...tick.shares.values()];
  const ordered = shares.reduce((sum, { watts }) => sum + watts, 0);
  const followed = shares.reduce((sum, { follows }) => sum + follows, 0);
  const reasons = Map.groupBy(shares, ({ because }) => because);
  return {
    poolId,
    sequence: tick.sequence,
    at: instantText(tick.at),
    validUntil: instantText(tick.validUntil),
    kW: tick.watts / WATTS_PER_KW,
    orderedkW: ordered / WATTS_PER_KW,
    followedkW: followed / WATTS_PER_KW,
    shortfallkW: tick.shortfallWatts / WATTS_PER_KW,
    surpluskW: tick.surplusWatts / WATTS_PER_KW,
    memberCount: tick.shares.size,
    actor: tick.actor,
    reasons: [...reasons]
      .flatMap(([because, those]) => (because === null ? [] : [{ because, members: those.length }]))
      .toSorted((one, other) => other.members - one.members),
  };
}
