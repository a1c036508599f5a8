import type { Pool } from '@setpoint/contract';
import { sentence } from '../text/printable.ts';
import type { Shell } from '../shell/shell.ts';

/** Gives the right to send the signals of a pool to whoever sends the next one. */
export async function giveBackSeat(shell: Shell, { poolId, poolName }: Pool): Promise<void> {
  await shell.client().pools.giveBackSeat(poolId);
  shell.print({ poolId, seat: null }, sentence`The seat of ${poolName} is free: the next sender of a signal takes it.`);
}
