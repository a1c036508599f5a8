import type { SiteOverview } from '@setpoint/contract';
import type { ReactNode } from 'react';

export interface CellProps {
  readonly site: SiteOverview;
}

export type SortKey = string | number;

/** A column of the table of all sites. */
export interface Column {
  readonly id: string;
  readonly head: string;
  /** As a track of the grid. */
  readonly width: string;
  readonly isFigure?: boolean;
  readonly Cell: (props: CellProps) => ReactNode;
  /** What the sites are sorted by; those with the same are sorted by name. */
  readonly sortKey: (site: SiteOverview, now: number) => SortKey;
}
