import { sentence } from '../text/printable.ts';
import type { Shell } from '../shell/shell.ts';
import { findPool } from './find-pool.ts';

export async function removePool(shell: Shell, idOrName: string): Promise<void> {
  const { pools } = shell.client();
  const { poolId, poolName } = await findPool(pools, idOrName);
  await pools.remove(poolId);
  shell.print({ poolId, isRemoved: true }, sentence`Removed the pool ${poolName} (${poolId}).`);
}
