import type { WindowOptions } from '@setpoint/client';
import type { FollowedEntry, FollowedOrder, SiteFollowing } from '@setpoint/contract';
import { instantText, rangeText } from '../text/instant-text.ts';

const GROUPS = [
  { asset: 'grid', type: 'activePowerkW', lead: 'Connection point' },
  { asset: 'grid', type: 'upperLimitkW', lead: 'Upper limit of the connection point' },
  { asset: 'grid', type: 'lowerLimitkW', lead: 'Lower limit of the connection point' },
  { asset: 'bess', type: 'activePowerkW', lead: 'Storage' },
] as const;

/** Whether a site did what was planned, in sentences. */
export function followingText(
  { siteName, entries: setpoints, limits, orders }: SiteFollowing,
  { from, to }: WindowOptions,
): string {
  const entries = [...setpoints, ...limits];
  const lead = `Planned and measured on ${siteName}, ${rangeText(from, to)} UTC.`;
  const now = orders.length === 0 ? [] : ['', 'Orders of pools, now', ...orders.map(orderText)];
  if (entries.length === 0) return [`${lead} No setpoint and no limit began in that time.`, ...now].join('\n');
  const groups = GROUPS.flatMap(({ asset, type, lead: group }) => {
    const own = entries.filter((entry) => entry.asset === asset && entry.type === type);
    return own.length === 0 ? [] : ['', group, ...own.map(entryText)];
  });
  return [lead, ...groups, ...now].join('\n');
}

function entryText(entry: FollowedEntry): string {
  const { state, measuredShare, plannedkWh, measuredkWh, meanErrorkW, withinShare } = entry;
  if (entry.judgedFrom === entry.judgedUntil) {
    return `  ${rangeText(entry.startAt, entry.endAt)}, ${entry.value} kW: too early to judge.`;
  }
  const lead = `  ${stretchText(entry)}: ${state}.`;
  const measured = `Measured for ${percent(measuredShare)} of the time`;
  if (state === 'unknown' || withinShare === null) return `${lead} ${measured}.`;
  if (plannedkWh === null) {
    const beyond = state === 'followed' ? '' : ` Beyond it by ${Math.abs(meanErrorkW ?? 0)} kW on average,`;
    return `${lead}${beyond} ${beyond === '' ? 'Kept' : 'kept'} for ${percent(withinShare)} of the time.`;
  }
  return (
    `${lead} Measured ${measuredkWh} of ${plannedkWh} kWh, off by ${meanErrorkW} kW on average, ` +
    `within tolerance for ${percent(withinShare)} of the time.${orderedText(entry)}`
  );
}

// An entry that was held meanwhile has several stretches.
function stretchText({ startAt, endAt, value, judgedFrom, judgedUntil }: FollowedEntry): string {
  const stretch = `${rangeText(judgedFrom, judgedUntil)}, ${value} kW`;
  const isWhole = judgedFrom === startAt && judgedUntil === endAt;
  return isWhole ? stretch : `${stretch}, of the entry from ${rangeText(startAt, endAt)}`;
}

const UNKNOWN: Readonly<Record<NonNullable<FollowedOrder['because']>, string>> = {
  silent: 'the site is silent',
  not_reported_since: 'the site has not reported since',
  not_measured: 'the site reported no power',
  no_setpoint: 'the site has no setpoint to measure from',
};

function orderText({ poolId, sequence, kW, validUntil, by, state, because, suppliedkW }: FollowedOrder): string {
  const found = because === null ? `${state}, ${suppliedkW} kW supplied` : `unknown: ${UNKNOWN[because]}`;
  const way = by === 'snapshot' ? ' Its controller takes no orders: it finds them in its schedule.' : '';
  return `  Pool ${poolId}, signal ${sequence}, ${kW} kW until ${instantText(validUntil)}: ${found}.${way}`;
}

function orderedText({ orderedkWh, suppliedkWh }: FollowedEntry): string {
  return orderedkWh === undefined
    ? ''
    : ` Pools asked for ${orderedkWh} kWh in addition; ${suppliedkWh} kWh were supplied.`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
