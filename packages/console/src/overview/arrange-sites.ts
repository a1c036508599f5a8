import type { SiteOverview } from '@setpoint/contract';
import { rankOf, type Reason, reasonsOf } from '../sites/attention.ts';

const COLUMNS = ['site', 'state', 'running', 'grid', 'storage', 'reserves', 'following', 'attention'] as const;
export type ColumnId = (typeof COLUMNS)[number];

export type Filter = 'all' | 'attention' | 'online' | 'offline' | Reason;

export interface Arrangement {
  readonly search: string;
  readonly filter: Filter;
  readonly column: ColumnId;
  readonly isDescending: boolean;
}

/** The place of each site in the order of the names, by id. */
export type NameRanks = ReadonlyMap<string, number>;

export interface ArrangeContext {
  readonly names: NameRanks;
  readonly now: number;
  /** The only sites that are wanted; left out, all are. */
  readonly among?: ReadonlySet<string> | undefined;
}

const NAMES = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Comparing names as people do is slow: it is done only when a name is added, removed or changed. */
export function rankNames(sites: readonly SiteOverview[]): NameRanks {
  const byName = sites.toSorted((one, other) => NAMES.compare(one.siteName, other.siteName));
  return new Map(byName.map(({ siteId }, rank) => [siteId, rank]));
}

/** The sites that match, in the order that was chosen. */
export function arrangeSites(
  sites: readonly SiteOverview[],
  { search, filter, column, isDescending }: Arrangement,
  { names, now, among }: ArrangeContext,
): SiteOverview[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const keyOf = KEYS[column];
  const found = sites
    .filter(({ siteId }) => among === undefined || among.has(siteId))
    .filter((site) => isWanted(site, filter, now) && words.every((word) => isNamed(site, word)))
    .map((site) => ({ site, key: keyOf(site, now), name: names.get(site.siteId) ?? 0 }));
  const direction = isDescending ? -1 : 1;
  if (column === 'site') found.sort((one, other) => direction * (one.name - other.name));
  else found.sort((one, other) => direction * compare(one.key, other.key) || one.name - other.name);
  return found.map(({ site }) => site);
}

function isWanted(site: SiteOverview, filter: Filter, now: number): boolean {
  if (filter === 'all') return true;
  if (filter === 'online') return site.isOnline;
  if (filter === 'offline') return !site.isOnline;
  const reasons = reasonsOf(site, now);
  return filter === 'attention' ? reasons.length > 0 : reasons.includes(filter);
}

function isNamed({ siteName, siteId }: SiteOverview, word: string): boolean {
  return siteName.toLowerCase().includes(word) || siteId.startsWith(word);
}

type Key = string | number;

const KEYS: Readonly<Record<ColumnId, (site: SiteOverview, now: number) => Key>> = {
  site: () => 0,
  state: ({ isOnline, state, reportedAt }) => `${isOnline ? 1 : 0}${state}${reportedAt ?? ''}`,
  running: ({ running }) => running.length,
  grid: ({ powerkW }) => powerkW.grid ?? Number.POSITIVE_INFINITY,
  storage: ({ socPcnt }) => socPcnt ?? Number.POSITIVE_INFINITY,
  reserves: ({ reserves }) => reserves.importkW + reserves.exportkW,
  following: followingRank,
  attention: rankOf,
};

/** Sites that are furthest off come first, those with nothing to follow last. */
function followingRank({ following }: SiteOverview): number {
  if (following === null) return 3;
  if (following.state === 'unknown') return 2;
  return following.state === 'followed' ? 1 : -Math.abs(following.meanErrorkW ?? 0);
}

function compare(one: Key, other: Key): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
