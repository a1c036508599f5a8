import { randomUUID } from 'node:crypto';
import type { PoolServiceName, PoolSplitName } from '@setpoint/contract';
import { sentence } from '../text/printable.ts';
import type { Shell } from '../shell/shell.ts';

export interface PoolOptions {
  readonly id?: string;
  readonly name?: string;
  readonly service?: PoolServiceName;
  readonly split?: PoolSplitName;
  readonly enduranceMinutes?: number;
}

export async function addPool(shell: Shell, poolName: string, options: Omit<PoolOptions, 'name'>): Promise<void> {
  const { id = randomUUID(), service = 'afrr', split = 'proportional', ...rest } = options;
  const pool = await shell.client().pools.put(id, { poolName, service, split, ...rest });
  shell.print(pool, sentence`Added the pool ${pool.poolName} (${pool.poolId}) for ${pool.service}.`);
}
