import type { Pool } from '@setpoint/contract';
import type { Shell } from '../shell/shell.ts';
import { tableText } from '../text/table-text.ts';

export async function listPools(shell: Shell): Promise<void> {
  const pools: Pool[] = [];
  for await (const pool of shell.client().pools.list()) pools.push(pool);
  const rows = pools.map(({ poolId, poolName, service, split, enduranceMinutes }) => [
    poolId,
    poolName,
    service,
    split,
    `${enduranceMinutes} min`,
  ]);
  const none = 'There is no pool, or none that this client has a grant of.';
  shell.print(
    { pools },
    rows.length === 0 ? none : tableText(['POOL ID', 'NAME', 'SERVICE', 'SPLIT', 'ENDURANCE'], rows),
  );
}
