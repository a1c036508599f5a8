import type { SiteOverview } from '@setpoint/contract';
import { rankOf } from '../sites/attention.ts';
import { AttentionCell } from './cells/attention-cell.tsx';
import { FollowingCell } from './cells/following-cell.tsx';
import { GridCell } from './cells/grid-cell.tsx';
import { ReservesCell } from './cells/reserves-cell.tsx';
import { RunningCell } from './cells/running-cell.tsx';
import { SiteCell } from './cells/site-cell.tsx';
import { StateCell } from './cells/state-cell.tsx';
import { StorageCell } from './cells/storage-cell.tsx';
import type { Column } from './column.ts';

/** The columns, from left to right. */
export const COLUMNS = [
  { id: 'site', head: 'Site', width: '2fr', Cell: SiteCell, sortKey: () => 0 },
  {
    id: 'state',
    head: 'State',
    width: 'minmax(10.5rem, 1.5fr)',
    Cell: StateCell,
    sortKey: ({ isOnline, state, reportedAt }) => `${isOnline ? 1 : 0}${state}${reportedAt ?? ''}`,
  },
  {
    id: 'running',
    head: 'Running now',
    width: '2.6fr',
    Cell: RunningCell,
    sortKey: ({ running }) => running.length,
  },
  {
    id: 'grid',
    head: 'Grid',
    width: '1.1fr',
    isFigure: true,
    Cell: GridCell,
    sortKey: ({ powerkW }) => powerkW.grid ?? Number.POSITIVE_INFINITY,
  },
  {
    id: 'storage',
    head: 'Storage',
    width: '1.5fr',
    isFigure: true,
    Cell: StorageCell,
    sortKey: ({ socPcnt }) => socPcnt ?? Number.POSITIVE_INFINITY,
  },
  {
    id: 'reserves',
    head: 'Reserves',
    width: '1.2fr',
    isFigure: true,
    Cell: ReservesCell,
    sortKey: ({ reserves }) => reserves.importkW + reserves.exportkW,
  },
  { id: 'following', head: 'Following', width: '1.45fr', Cell: FollowingCell, sortKey: followingRank },
  { id: 'attention', head: 'Attention', width: '2fr', Cell: AttentionCell, sortKey: rankOf },
] as const satisfies readonly Column[];

export type ColumnId = (typeof COLUMNS)[number]['id'];

export function sortKeyOf(wanted: ColumnId): Column['sortKey'] {
  const { sortKey } = COLUMNS.find(({ id }) => id === wanted) ?? COLUMNS[0];
  return sortKey;
}

/** Sites that are furthest off come first, those with nothing to follow last. */
function followingRank({ following }: SiteOverview): number {
  if (following === null) return 3;
  if (following.state === 'unknown') return 2;
  return following.state === 'followed' ? 1 : -Math.abs(following.meanErrorkW ?? 0);
}
