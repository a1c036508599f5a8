import type { Pool } from '@setpoint/contract';
import { sentence } from '../text/printable.ts';
import type { Shell } from '../shell/shell.ts';
import type { PoolOptions } from './add-pool.ts';

export async function changePool(shell: Shell, { poolId, ...before }: Pool, options: PoolOptions): Promise<void> {
  const pool = await shell.client().pools.put(poolId, {
    poolName: options.name ?? before.poolName,
    service: before.service,
    split: options.split ?? before.split,
    enduranceMinutes: options.enduranceMinutes ?? before.enduranceMinutes,
  });
  shell.print(pool, sentence`Changed the pool ${pool.poolName} (${pool.poolId}).`);
}
