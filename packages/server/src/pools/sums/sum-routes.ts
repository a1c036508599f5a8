import { AppError, LIMITS, type PoolId, type SiteId } from '@setpoint/contract';
import { LONGEST_ORDER_MS, type Tolerances, type Window } from '@setpoint/core';
import { listMemberIds } from '../../access/pools/list-member-ids.ts';
import type { OrdersFollowing } from '../../following/follow-orders.ts';
import type { MeasurementsKept } from '../../following/measurements-kept.ts';
import { readResolution } from '../../http/read/read-resolution.ts';
import { readWindow } from '../../http/read/read-window.ts';
import type { Caller } from '../../identity/caller.ts';
import type { Serve } from '../../serving/serve-operations.ts';
import { visiblePoolOrThrow } from '../read-pool.ts';
import { poolFollowingAnswer, poolHeadroomAnswer, poolSuppliedAnswer } from './sum-answers.ts';
import { NEVER } from '../../store/in-force.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

const leftSince = statement<{ poolId: string; since: number; at: number }>()(({ db, param }) =>
  db
    .selectFrom('pool_member')
    .innerJoin('site', 'site.site_id', 'pool_member.site_id')
    .select('pool_member.site_id')
    .distinct()
    .where('pool_id', '=', param('poolId'))
    .where('known_to', '=', NEVER)
    .where('valid_to', '>', param('since'))
    .where('valid_to', '<=', param('at')),
);

/** The sites of which a membership ended so short a while ago that an order of it may go on. */
async function listLeftIds(tx: Tx, { poolId, at }: { readonly poolId: PoolId; readonly at: number }) {
  const rows = await tx.all(leftSince, { poolId, since: at - LONGEST_ORDER_MS, at });
  return rows.map((row) => row.site_id as SiteId);
}

export interface SumRoutes extends Omit<OrdersFollowing, 'pastOrders'> {
  readonly tolerances: Tolerances;
  readonly kept: Pick<MeasurementsKept, 'minuteMs'>;
}

const HOUR_MS = 3_600_000;

/** What the members of a pool have and do, in sum; once for all who ask the same thing at the same time by one client. */
export function sumRoutes(serve: Serve, options: SumRoutes): void {
  const { store, now, tolerances, offlineAfterMs } = options;

  async function poolOf(caller: Caller, { poolId }: { readonly poolId: PoolId }) {
    const { pool } = await visiblePoolOrThrow(store, caller, poolId);
    return { poolId: pool.poolId, poolName: pool.poolName };
  }

  serve.sent('getPoolHeadroom', async ({ compute, caller, ids, query }) => {
    const window = readWindow(query);
    const stepMs = readResolution(query.resolution, window);
    const pool = await poolOf(caller, ids);
    return compute(poolHeadroomAnswer, { pool, window, stepMs, now: now() }, [pool, window, stepMs]);
  });

  serve.sent('getPoolFollowing', async ({ compute, caller, ids, query }) => {
    const window = readPoolWindow(query);
    const pool = await poolOf(caller, ids);
    const asked = await orderedMembers(options, pool.poolId);
    const given = { pool, window, tolerances, offlineAfterMs, now: now() };
    return compute(poolFollowingAnswer, { ...given, ...asked }, [pool, window]);
  });

  serve.sent('getPoolSupplied', async ({ compute, caller, ids, query }) => {
    const window = readPoolWindow(query);
    const pool = await poolOf(caller, ids);
    const { minuteMs } = options.kept;
    return compute(poolSuppliedAnswer, { pool, window, minuteMs, now: now() }, [pool, window]);
  });
}

function readPoolWindow(query: Parameters<typeof readWindow>[0]): Window {
  const window = readWindow(query);
  const hours = LIMITS.maxPoolWindowHours;
  if (window.toMs - window.fromMs <= hours * HOUR_MS) return window;
  throw new AppError('bad_request', `from and to may be at most ${hours} hours apart for a pool`);
}

/** The members of a pool, those that left under an order of it, and what all of them are asked for. */
async function orderedMembers({ store, now, orders }: SumRoutes, poolId: PoolId) {
  const at = now();
  const members = await store.read(listMemberIds, { poolId, at });
  const present = new Set(members);
  const isUnderOrder = (siteId: SiteId) =>
    orders.of(siteId).some((order) => order.poolId === poolId && order.validUntil > at);
  const gone = await store.read(listLeftIds, { poolId, at });
  const left = gone.filter((siteId) => !present.has(siteId) && isUnderOrder(siteId));
  const asked = [...members, ...left].map((siteId) => [siteId, orders.of(siteId)] as const);
  return { members, left, orders: new Map(asked.filter(([, ofSite]) => ofSite.length > 0)) };
}
