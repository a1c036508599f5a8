import { DEFAULT_ENDURANCE_MINUTES, type PoolId, type PoolStatus } from '@setpoint/contract';
import { BY_NAME } from '../http/read/cursor-shape.ts';
import { noSuch } from '../http/send/no-such.ts';
import { cutPage, readPage } from '../http/read/read-page.ts';
import { type Caller, readsAsOperator } from '../identity/caller.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import { countMembers } from './members/count-members.ts';
import { listPools } from './list-pools.ts';
import { putPoolRefusal } from './put-pool-refusal.ts';
import { putPool } from './put-pool.ts';
import { readMemberships } from './members/read-memberships.ts';
import { readSeat, seatAnswer } from './seats/read-seat.ts';
import { visiblePoolOrThrow } from './visible-pool.ts';
import { removePool } from './remove-pool.ts';

/** Which pools there are. */
export function poolRoutes(serve: Serve, ground: StoreAndClock): void {
  const { store, now } = ground;

  serve('listPools', async ({ caller, query }) => {
    const wanted = readPage(query, BY_NAME);
    const { after, limit } = wanted;
    const seenBy = readsAsOperator(caller) ? null : caller.clientId;
    const position = { poolName: after.name, poolId: after.id };
    const pools = await store.read(listPools, { after: position, limit: limit + 1, seenBy });
    const page = cutPage(pools, wanted, ({ poolName, poolId }) => ({ name: poolName, id: poolId }));
    return { pools: page.items, nextCursor: page.nextCursor };
  });

  serve('getPool', async ({ caller, ids }) => statusOf(ground, caller, ids.poolId));

  serve('putPool', async ({ caller, ids: { poolId }, body, by }) => {
    const { members, enduranceMinutes = DEFAULT_ENDURANCE_MINUTES, ...rest } = body;
    const pool = { poolId, ...rest, enduranceMinutes };
    const at = now();
    const wanted = members === undefined ? {} : { members: readMemberships(members, at) };
    const refusal = putPoolRefusal(await store.write(putPool, { ...pool, ...wanted, now: at, by }));
    if (refusal !== undefined) throw refusal;
    return statusOf(ground, caller, poolId);
  });

  serve('removePool', async ({ ids: { poolId }, by }) => {
    const { kind } = await store.write(removePool, { poolId, now: now(), by });
    if (kind === 'pool_missing') throw noSuch('pool');
  });
}

async function statusOf({ store, now }: StoreAndClock, caller: Caller, poolId: PoolId): Promise<PoolStatus> {
  const { pool, canSchedule } = await visiblePoolOrThrow(store, caller, poolId);
  const at = now();
  return {
    ...pool,
    memberCount: await store.read(countMembers, { poolId, now: at }),
    seat: seatAnswer(await store.read(readSeat, { poolId }), at),
    canSignal: canSchedule && caller.scopes.has('schedules:write'),
  };
}
