import { putPoolGrant, removePoolGrant } from '@setpoint/server/testing/rooms/access';
import { makeHold, releaseHold } from '@setpoint/server/testing/rooms/holds';
import { putPool, putPoolMember, removePool, removePoolMember } from '@setpoint/server/testing/rooms/pools';
import type { Deed } from '@setpoint/server/testing/rooms/trail';
import { clientOf, holdOf, type Operation, poolOf, siteOf } from './step.ts';

const NEVER = Number.MAX_SAFE_INTEGER;

/** Pools with their members and grants, and holds. */
export function poolOperations(by: Deed): readonly Operation[] {
  return [
    (store, { client, flag }, now) =>
      store.write(putPool, {
        poolId: poolOf(client),
        poolName: `Pool ${flag ? 'north' : 'south'}`,
        service: 'afrr',
        split: 'merit',
        enduranceMinutes: 15,
        now,
        by,
      }),
    (store, { client }, now) => store.write(removePool, { poolId: poolOf(client), now, by }),
    (store, { client, site, flag }, now) => {
      const role = flag ? ('primary' as const) : ('backup' as const);
      const membership = { from: now, to: NEVER, role, rank: 1, rampKwPerSecond: null };
      return store.write(putPoolMember, { poolId: poolOf(client), siteId: siteOf(site), membership, now, by });
    },
    (store, { client, site }, now) =>
      store.write(removePoolMember, { poolId: poolOf(client), siteId: siteOf(site), now, by }),
    (store, { client, site, flag }) =>
      store.write(putPoolGrant, { clientId: clientOf(client), poolId: poolOf(site), canSchedule: flag, by }),
    (store, { client, site }) => store.write(removePoolGrant, { clientId: clientOf(client), poolId: poolOf(site), by }),
    (store, { client, site, flag }, now) =>
      store.write(makeHold, {
        holdId: holdOf(windowOf(now)),
        ...(flag ? { siteId: siteOf(site) } : { siteId: null, poolId: poolOf(site) }),
        asset: null,
        clientId: null,
        reason: 'a test',
        madeBy: clientOf(client),
        isOperators: true,
        now,
        by,
      }),
    (store, { client, flag }, now) => {
      const holdId = holdOf(windowOf(now) - (flag ? 1 : 0));
      return store.write(releaseHold, { holdId, clientId: clientOf(client), now, by });
    },
  ];
}

// One hold in a while, so that some meet their release.
function windowOf(now: number): number {
  return Math.ceil(now / 30);
}
