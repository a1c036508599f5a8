import { kilowattText } from '../text/kilowatt-text.ts';
import type { MemberFollowing, PoolFollowing } from '@setpoint/contract';
import type { Shell } from '../shell/shell.ts';
import type { Bounds } from '../shell/window-of.ts';
import { rangeText } from '../text/instant-text.ts';
import { printable } from '../text/printable.ts';
import { tableText } from '../text/table-text.ts';
import { hourWindow } from './hour-window.ts';
import { timesHere } from '../shell/times-in.ts';

const HEAD = ['SITE ID', 'NAME', 'ASKED', 'SUPPLIED', 'STATE', 'SETPOINTS'];

export async function showPoolFollowing(shell: Shell, poolId: string, bounds: Bounds): Promise<void> {
  const window = hourWindow(timesHere(bounds));
  const following = await shell.client().pools.following(poolId, window);
  shell.print(following, followingText(following, rangeText(window.from, window.to)));
}

function followingText({ poolName, memberCount, orders, entries, members }: PoolFollowing, range: string): string {
  const { orderedkW, suppliedkW, unknownkW, followed, underway, deviating, unknown, none } = orders;
  const missing = unknownkW === 0 ? '' : `; ${unknownkW} kW unknown`;
  const now =
    none === memberCount
      ? `${printable(poolName)} asks none of its ${memberCount} members for anything now.`
      : `${printable(poolName)} asks its members for ${orderedkW} kW now; ${suppliedText(suppliedkW ?? 0)} are supplied${missing}. ` +
        `${followed} following, ${underway} on their way, ${deviating} deviating, ${unknown} unknown, ${none} idle.`;
  const unjudged = entries.unjudged === 0 ? '' : ` ${entries.unjudged} members changed too often to be judged.`;
  const then =
    `Grid setpoints, ${range} UTC: ${entries.followed} followed, ${entries.deviating} not, ${entries.unknown} unknown; ` +
    `${entries.measuredkWh} of ${entries.plannedkWh} kWh. Pools asked for ${entries.orderedkWh} kWh in addition; ` +
    `${entries.suppliedkWh} kWh were supplied.${unjudged}`;
  return [now, then, ...(members.length === 0 ? [] : ['', tableText(HEAD, members.map(rowOf))])].join('\n');
}

function rowOf({ siteId, siteName, order, entries }: MemberFollowing): string[] {
  const asked =
    order === null ? ['', '', ''] : [kilowattText(order.kW), suppliedText(order.suppliedkW), stateText(order)];
  const judged = entries === null ? 'changed too often' : `${entries.followed} followed, ${entries.deviating} not`;
  return [siteId, siteName, ...asked, judged];
}

function suppliedText(kW: number | null): string {
  return kW === null ? 'unknown' : kilowattText(kW);
}

function stateText({ state, because }: NonNullable<MemberFollowing['order']>): string {
  return because === null ? state : `${state}: ${because}`;
}
