import type { WindowOptions } from '@setpoint/client';
import type { FollowedEntry, SiteFollowing } from '@setpoint/contract';
import { rangeText } from '../text/instant-text.ts';

const GROUPS = { grid: 'Connection point', bess: 'Storage' } as const;

/** Whether a site did what was planned, in sentences. */
export function followingText({ siteName, entries }: SiteFollowing, { from, to }: WindowOptions): string {
  const lead = `What ${siteName} did, ${rangeText(from, to)} UTC.`;
  if (entries.length === 0) return `${lead} No setpoint began in that time.`;
  const groups = (['grid', 'bess'] as const).flatMap((asset) => {
    const own = entries.filter((entry) => entry.asset === asset);
    return own.length === 0 ? [] : ['', GROUPS[asset], ...own.map(entryText)];
  });
  return [lead, ...groups].join('\n');
}

function entryText(entry: FollowedEntry): string {
  const { startAt, endAt, value, state, measuredShare, plannedkWh, measuredkWh, meanErrorkW, withinShare } = entry;
  const lead = `  ${rangeText(startAt, endAt)}, ${value} kW: ${state}.`;
  const measured = `Measured for ${percent(measuredShare)} of the time`;
  if (state === 'unknown' || withinShare === null) return `${lead} ${measured}.`;
  return (
    `${lead} Measured ${measuredkWh} of ${plannedkWh} kWh, off by ${meanErrorkW} kW on average, ` +
    `within tolerance for ${percent(withinShare)} of the time.${orderedText(entry)}`
  );
}

function orderedText({ orderedkWh, suppliedkWh }: FollowedEntry): string {
  return orderedkWh === undefined
    ? ''
    : ` Pools asked for ${orderedkWh} kWh beside that; ${suppliedkWh} kWh were supplied.`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
