import { kilowattText } from '../text/kilowatt-text.ts';
import type { WindowOptions } from '@setpoint/client';
import type { PoolSupplied, PoolSuppliedSlot } from '@setpoint/contract';
import type { Shell } from '../shell/shell.ts';
import type { Bounds } from '../shell/window-of.ts';
import { rangeText } from '../text/instant-text.ts';
import { printable } from '../text/printable.ts';
import { tableText } from '../text/table-text.ts';
import { hourWindow } from './hour-window.ts';
import { timesHere } from '../shell/times-in.ts';

const HEAD = ['TIME', 'ASKED', 'SUPPLIED', 'MEMBERS', 'UNKNOWN'];

export async function showPoolSupplied(shell: Shell, poolId: string, bounds: Bounds): Promise<void> {
  const window = hourWindow(timesHere(bounds));
  const supplied = await shell.client().pools.supplied(poolId, window);
  shell.print(supplied, suppliedText(supplied, window));
}

function suppliedText({ poolName, slots }: PoolSupplied, { from, to }: WindowOptions): string {
  const lead = `Ordered and supplied by the members of ${printable(poolName)}, ${rangeText(from, to)} UTC.`;
  if (slots.length === 0) return `${lead} It asked for nothing in the minutes that have ended.`;
  return [`${lead} Means.`, '', tableText(HEAD, slots.map(rowOf))].join('\n');
}

function rowOf({ startAt, endAt, orderedkW, suppliedkW, members, unknown }: PoolSuppliedSlot): string[] {
  const supplied = suppliedkW === null ? 'unknown' : kilowattText(suppliedkW);
  return [rangeText(startAt, endAt), kilowattText(orderedkW), supplied, String(members), String(unknown)];
}
