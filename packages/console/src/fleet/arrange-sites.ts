import type { SiteOverview } from '@setpoint/contract';
import { attentionOf, rankOf, type Reason } from './attention.ts';

const COLUMNS = ['site', 'state', 'running', 'grid', 'battery', 'reserves', 'attention'] as const;
export type ColumnId = (typeof COLUMNS)[number];

export type Filter = 'all' | 'attention' | 'online' | 'offline' | Reason;

export interface Arrangement {
  readonly search: string;
  readonly filter: Filter;
  readonly column: ColumnId;
  readonly isDescending: boolean;
}

const NAMES = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** The sites that are asked for, in the order that is asked for. */
export function arrangeSites(
  sites: readonly SiteOverview[],
  { search, filter, column, isDescending }: Arrangement,
  now: number,
): SiteOverview[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const keyOf = KEYS[column];
  const found = sites
    .filter((site) => isWanted(site, filter, now) && words.every((word) => isNamed(site, word)))
    .map((site) => ({ site, key: keyOf(site, now) }));
  const direction = isDescending ? -1 : 1;
  found.sort(
    (one, other) => direction * compare(one.key, other.key) || NAMES.compare(one.site.siteName, other.site.siteName),
  );
  return found.map(({ site }) => site);
}

function isWanted(site: SiteOverview, filter: Filter, now: number): boolean {
  if (filter === 'all') return true;
  if (filter === 'online') return site.isOnline;
  if (filter === 'offline') return !site.isOnline;
  const attention = attentionOf(site, now);
  return filter === 'attention' ? attention.length > 0 : attention.some(({ reason }) => reason === filter);
}

function isNamed({ siteName, siteId }: SiteOverview, word: string): boolean {
  return siteName.toLowerCase().includes(word) || siteId.startsWith(word);
}

type Key = string | number;

const KEYS: Readonly<Record<ColumnId, (site: SiteOverview, now: number) => Key>> = {
  site: ({ siteName }) => siteName,
  state: ({ isOnline, state, reportedAt }) => `${isOnline ? 1 : 0}${state}${reportedAt ?? ''}`,
  running: ({ running }) => running.length,
  grid: ({ powerkW }) => powerkW.grid ?? Number.POSITIVE_INFINITY,
  battery: ({ socPcnt }) => socPcnt ?? Number.POSITIVE_INFINITY,
  reserves: ({ reserves }) => reserves.importkW + reserves.exportkW,
  attention: rankOf,
};

function compare(one: Key, other: Key): number {
  if (typeof one === 'string' || typeof other === 'string') return NAMES.compare(String(one), String(other));
  return one === other ? 0 : one - other;
}
