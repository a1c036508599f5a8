import { kilowattText } from '../text/kilowatt-text.ts';
import { SetpointError } from '@setpoint/client';
import { actorText, type Pool, type PoolSignal, type PoolStatus } from '@setpoint/contract';
import { durationText } from '../shell/duration-option.ts';
import type { Shell } from '../shell/shell.ts';
import { fieldsText } from '../text/fields-text.ts';
import { instantText } from '../text/instant-text.ts';

/** One pool: its settings, who sends its signals, and what was asked for last. */
export async function showPool(shell: Shell, { poolId }: Pool): Promise<void> {
  const { pools } = shell.client();
  const [status, signal] = await Promise.all([pools.read(poolId), lastSignal(pools.readSignal(poolId))]);
  const fields = fieldsText([
    ['name', status.poolName],
    ['pool id', poolId],
    ['service', status.service],
    ['split', status.split],
    ['endurance', durationText(status.enduranceMinutes * 60_000)],
    ['members', String(status.memberCount)],
    ['seat', seatText(status)],
    ['signal', signal === null ? 'none yet' : signalText(signal)],
  ]);
  shell.print({ ...status, signal }, fields);
}

async function lastSignal(reading: Promise<PoolSignal>): Promise<PoolSignal | null> {
  try {
    return await reading;
  } catch (cause) {
    if (cause instanceof SetpointError && cause.status === 404) return null;
    throw cause;
  }
}

function seatText({ seat, canSignal }: PoolStatus): string {
  const mine = canSignal ? '' : '; you may not send signals';
  if (seat === null) return `free${mine}`;
  const reason = seat.reason === null ? '' : `, ${JSON.stringify(seat.reason)}`;
  return `${actorText(seat.holder)} since ${instantText(seat.takenAt)} UTC${reason}${mine}`;
}

function signalText({ kW, orderedkW, shortfallkW, validUntil, memberCount }: PoolSignal): string {
  const missing = shortfallkW === 0 ? '' : `, short by ${kilowattText(shortfallkW)}`;
  const end = Date.parse(validUntil) > Date.now() ? 'until' : 'ended';
  return `${kW} kW, ${orderedkW} kW ordered from ${memberCount} members${missing}, ${end} ${instantText(validUntil)} UTC`;
}
