import { sentence } from '../text/printable.ts';
import type { Shell } from '../shell/shell.ts';
import type { PoolOptions } from './add-pool.ts';
import { findPool } from './find-pool.ts';

export async function changePool(shell: Shell, idOrName: string, options: PoolOptions): Promise<void> {
  const { pools } = shell.client();
  const { poolId, poolName, service, split, leadSeconds, enduranceMinutes } = await findPool(pools, idOrName);
  const pool = await pools.put(poolId, {
    poolName: options.name ?? poolName,
    service,
    split: options.split ?? split,
    leadSeconds: options.leadSeconds ?? leadSeconds,
    enduranceMinutes: options.enduranceMinutes ?? enduranceMinutes,
  });
  shell.print(pool, sentence`Changed the pool ${pool.poolName} (${pool.poolId}).`);
}
