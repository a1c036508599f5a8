import type { ClientId, PoolId } from '@setpoint/contract';
import { ALL_SITES } from '../access/grants/put-grant.ts';
import { withGroups } from '../access/grantees.ts';
import { inForce } from '../store/in-force.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { POOL, poolFromRow, type StoredPool } from './list-pools.ts';
import { noSuch } from '../http/send/no-such.ts';
import { type Caller, readsAsOperator } from '../identity/caller.ts';
import type { Store } from '../store/store.ts';

export interface ReadPoolInput {
  readonly poolId: PoolId;
  readonly clientId: ClientId;
}

/** A pool, and what a client may do with it by a grant of it, or of all sites. */
export interface PoolAccess {
  readonly pool: StoredPool;
  readonly canRead: boolean;
  readonly canSchedule: boolean;
}

const poolOf = statement<{ poolId: string; clientId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('pool')
    .select(POOL)
    .select((eb) => [
      eb
        .selectFrom('pool_grant')
        .select((of) => of.fn.max('can_schedule').as('can_schedule'))
        .whereRef('pool_grant.pool_id', '=', 'pool.pool_id')
        .where(withGroups(dialect, param('clientId'))('client_id'))
        .where(inForce(dialect, 'ends_at'))
        .as('on_pool'),
      eb
        .selectFrom('site_grant')
        .select((of) => of.fn.max('can_schedule').as('can_schedule'))
        .where(withGroups(dialect, param('clientId'))('client_id'))
        .where('site_id', '=', ALL_SITES)
        .where(inForce(dialect, 'ends_at'))
        .as('on_all'),
    ])
    .where('pool.pool_id', '=', param('poolId'))
    .where('removed_at', 'is', null),
);

export async function readPool(tx: Tx, { poolId, clientId }: ReadPoolInput): Promise<PoolAccess | undefined> {
  const row = await tx.first(poolOf, { poolId, clientId });
  if (row === undefined) return undefined;
  const { on_pool: onPool, on_all: onAll, ...pool } = row;
  const grants = [onPool, onAll];
  return {
    pool: poolFromRow(pool),
    canRead: grants.some((grant) => grant !== null),
    canSchedule: grants.includes(1),
  };
}

type Reading = Pick<Store, 'read'>;

/** A pool, where one that the caller has no grant of does not exist; an operator sees all. */
export async function visiblePool(store: Reading, caller: Caller, poolId: PoolId): Promise<PoolAccess | undefined> {
  const found = await store.read(readPool, { poolId, clientId: caller.clientId });
  return found !== undefined && (found.canRead || readsAsOperator(caller)) ? found : undefined;
}

/** The same: 404 for a pool that the caller cannot see. */
export async function visiblePoolOrThrow(store: Reading, caller: Caller, poolId: PoolId): Promise<PoolAccess> {
  const found = await visiblePool(store, caller, poolId);
  if (found === undefined) throw noSuch('pool');
  return found;
}
