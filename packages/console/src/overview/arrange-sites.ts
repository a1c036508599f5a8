import { type ProblemKind, problemsOf, type SiteOverview } from '@setpoint/contract';
import { type SortKey, type ColumnId, sortKeyOf } from './columns.tsx';

export type Filter = 'all' | 'attention' | 'online' | 'offline' | ProblemKind;

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
  const keyOf = sortKeyOf(column);
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
  return problemsOf(site, now).some(({ kind }) => filter === 'attention' || kind === filter);
}

function isNamed({ siteName, siteId }: SiteOverview, word: string): boolean {
  return siteName.toLowerCase().includes(word) || siteId.startsWith(word);
}

function compare(one: SortKey, other: SortKey): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
