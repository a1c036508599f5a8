import {
  DEFAULT_ENDURANCE_MINUTES,
  LIMITS,
  parsePoolId,
  PATHS,
  type Pool,
  type PoolId,
  type PoolList,
  type PoolStatus,
  PutPoolRequest,
} from '@setpoint/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Access } from '../access/access.ts';
import { BY_NAME } from '../http/cursor-shape.ts';
import { noSuch } from '../http/no-such.ts';
import { readBody } from '../http/read-body.ts';
import { cutPage, readPage } from '../http/read-page.ts';
import { readQuery } from '../http/read-query.ts';
import { WITHOUT_HEAD } from '../http/without-head.ts';
import { type Caller, readsAsOperator } from '../identity/caller.ts';
import type { Store } from '../store/store.ts';
import { jsonOrThrow } from '../wire/parse-json.ts';
import { valueOrThrow } from '../wire/value-or-throw.ts';
import { countMembers } from './count-members.ts';
import { listPools } from './list-pools.ts';
import { putPoolRefusal } from './put-pool-refusal.ts';
import { putPool } from './put-pool.ts';
import { readMemberships } from './read-memberships.ts';
import { type PoolAccess, readPool } from './read-pool.ts';
import { removePool } from './remove-pool.ts';
import { deedOf } from '../access/deed-of.ts';

export interface PoolRoutes {
  readonly access: Access;
  readonly store: Store;
  readonly now: () => number;
}

const checkPutPool = valueOrThrow(PutPoolRequest);

/** Which pools there are. */
export function poolRoutes(app: FastifyInstance, options: PoolRoutes): void {
  const { access, store, now } = options;

  app.get(PATHS.fleetPools, WITHOUT_HEAD, async (request): Promise<PoolList> => {
    const caller = await access.caller(request, 'sites:read');
    const wanted = readPage(request, BY_NAME);
    const { after, limit } = wanted;
    const seenBy = readsAsOperator(caller) ? null : caller.clientId;
    const position = { poolName: after.name, poolId: after.id };
    const pools = await store.read(listPools, { after: position, limit: limit + 1, seenBy });
    const page = cutPage(pools, wanted, ({ poolName, poolId }) => ({ name: poolName, id: poolId }));
    return { pools: page.items, nextCursor: page.nextCursor };
  });

  app.get(PATHS.fleetPool, WITHOUT_HEAD, async (request): Promise<PoolStatus> => {
    const caller = await access.caller(request, 'sites:read');
    readQuery(request, []);
    return statusOf(options, (await visiblePoolOrThrow(options, caller, request)).pool);
  });

  app.put(PATHS.fleetPool, async (request): Promise<PoolStatus> => {
    const caller = await access.caller(request, 'fleet:admin');
    readQuery(request, []);
    const poolId = poolIdOrThrow(request);
    const body = checkPutPool(jsonOrThrow(await readBody(request, LIMITS.maxBodyBytes)));
    const { members, leadSeconds = 0, enduranceMinutes = DEFAULT_ENDURANCE_MINUTES, ...rest } = body;
    const pool = { poolId, ...rest, leadSeconds, enduranceMinutes };
    const at = now();
    const wanted = members === undefined ? {} : { members: readMemberships(members, at) };
    const refusal = putPoolRefusal(
      await store.write(putPool, { ...pool, ...wanted, now: at, by: deedOf(request, caller) }),
    );
    if (refusal !== undefined) throw refusal;
    return statusOf(options, (await seenPoolOrThrow(options, caller, poolId)).pool);
  });

  app.delete(PATHS.fleetPool, async (request, reply) => {
    const by = deedOf(request, await access.caller(request, 'fleet:admin'));
    readQuery(request, []);
    const { kind } = await store.write(removePool, { poolId: poolIdOrThrow(request), now: now(), by });
    if (kind === 'pool_missing') throw noSuch('pool');
    reply.code(204);
  });
}

async function statusOf({ store, now }: PoolRoutes, pool: Pool & { poolId: PoolId }): Promise<PoolStatus> {
  const { poolId } = pool;
  return { ...pool, memberCount: await store.read(countMembers, { poolId, now: now() }) };
}

/** The pool that the path of a request names: 404 when it can name none. */
export function poolIdOrThrow(request: FastifyRequest): PoolId {
  const poolId = parsePoolId((request.params as { poolId: string }).poolId);
  if (poolId === undefined) throw noSuch('pool');
  return poolId;
}

/** The pool of a request, where one that the caller has no grant of does not exist; an operator sees all. */
export async function visiblePoolOrThrow(
  options: PoolRoutes,
  caller: Caller,
  request: FastifyRequest,
): Promise<PoolAccess> {
  return seenPoolOrThrow(options, caller, poolIdOrThrow(request));
}

/** The same for a pool that is named in another way. */
export async function seenPoolOrThrow(
  options: Pick<PoolRoutes, 'store'>,
  caller: Caller,
  poolId: PoolId,
): Promise<PoolAccess> {
  const found = await accessTo(options, caller, poolId);
  if (found === undefined) throw noSuch('pool');
  return found;
}

/** A pool, if the caller may see it. */
export async function poolIfVisible(
  options: PoolRoutes,
  caller: Caller,
  poolId: PoolId,
): Promise<PoolAccess['pool'] | undefined> {
  return (await accessTo(options, caller, poolId))?.pool;
}

async function accessTo(
  { store }: Pick<PoolRoutes, 'store'>,
  caller: Caller,
  poolId: PoolId,
): Promise<PoolAccess | undefined> {
  const found = await store.read(readPool, { poolId, clientId: caller.clientId });
  return found !== undefined && (found.canRead || readsAsOperator(caller)) ? found : undefined;
}
