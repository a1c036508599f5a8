import { parsePoolId, type Pool } from '@setpoint/contract';
import type { PoolCalls } from '@setpoint/client';
import { collect, onlyOne } from '../shell/only-one.ts';

/** The pool with this id, or with this name if no other pool has it. */
export async function findPool(pools: PoolCalls, idOrName: string): Promise<Pool> {
  const poolId = parsePoolId(idOrName);
  if (poolId !== undefined) return pools.read(poolId);
  const found = await collect(pools.list(), (pool) => pool.poolName === idOrName);
  return onlyOne(found, { noun: 'pool', name: idOrName, ids: found.map((pool) => pool.poolId) });
}
