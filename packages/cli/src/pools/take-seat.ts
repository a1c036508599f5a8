import type { Pool } from '@setpoint/contract';
import { sentence } from '../text/printable.ts';
import type { Shell } from '../shell/shell.ts';

/** Takes the right to send the signals of a pool, from whoever has it. */
export async function takeSeat(shell: Shell, pool: Pool, { reason }: { readonly reason: string }): Promise<void> {
  const { poolId, poolName } = pool;
  const seat = await shell.client().pools.takeSeat(poolId, reason);
  const text = sentence`You have the seat of ${poolName}: only you send its signals, until setpoint pool seat give ${poolName}.`;
  shell.print({ poolId, ...seat }, text);
}
