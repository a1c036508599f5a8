import type { Hold, HoldStateName } from '@setpoint/contract';
import { instantText, instantTextOrNull } from '@setpoint/core';
import type { StoredHold } from './read-hold.ts';

/** A hold as callers are told of it. */
export function holdAnswer(hold: StoredHold): Hold {
  const { holdId, siteId, poolId, asset, clientId, reason, madeBy, actor, releasedBy, isOperators } = hold;
  return {
    holdId,
    ...(siteId === null && poolId === null && clientId === null ? { allSites: true } : {}),
    ...(siteId === null ? {} : { siteId }),
    ...(poolId === null ? {} : { poolId }),
    ...(asset === null ? {} : { asset: asset as NonNullable<Hold['asset']> }),
    ...(clientId === null ? {} : { clientId }),
    reason,
    madeBy,
    actor,
    releasedBy,
    isOperators,
    createdAt: instantText(hold.createdAt),
    releasedAt: instantTextOrNull(hold.releasedAt),
    state: stateOf(hold),
  };
}

function stateOf({ appliedAt, releasedAt, isLying }: StoredHold): HoldStateName {
  if (releasedAt !== null) return isLying ? 'releasing' : 'released';
  return appliedAt === null ? 'applying' : 'applied';
}
