import type { PoolId } from '@setpoint/contract';
import { noSuch } from '../http/send/no-such.ts';
import { type Caller, readsAsOperator } from '../identity/caller.ts';
import type { Store } from '../store/store.ts';
import { type PoolAccess, readPool } from './read-pool.ts';

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
