import { memo, useMemo } from 'react';
import { useLocation } from 'wouter';
import { Empty } from '../shell/empty.tsx';
import { useIsNarrow } from '../shell/use-is-narrow.ts';
import { useVisibleSites } from '../sites/fleet-feed.tsx';
import { TableCell } from './cells/table-cell.tsx';
import { COLUMNS } from './columns.tsx';
import { type Order, TableHead } from './table-head.tsx';
import { CARDS, TABLE } from './row-space.ts';
import { type Rows, useRows } from './use-rows.ts';
import './fleet-table.css';
import './cards.css';

export interface FleetTableProps {
  readonly siteIds: readonly string[];
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

const WIDTHS = COLUMNS.map(({ width }) => width).join(' ');

/**
 * Up to ten thousand rows; only those on the screen exist. Written by hand, because a collection of react-aria goes
 * through all its rows at each change.
 */
export function FleetTable({ siteIds, order, onOrder }: FleetTableProps) {
  const [, navigate] = useLocation();
  const open = useMemo(() => (siteId: string) => navigate(`/sites/${siteId}`), [navigate]);
  const isNarrow = useIsNarrow();
  const rows = useRows(siteIds, isNarrow ? CARDS : TABLE, open);
  useVisibleSites(useMemo(() => rows.shown.map((index) => siteIds[index] ?? ''), [siteIds, rows.shown]));
  return (
    <div className={isNarrow ? 'cards' : 'table'} ref={rows.scroller}>
      <div
        role="grid"
        aria-label="Sites"
        aria-rowcount={siteIds.length + 1}
        className="fleet-table"
        {...(isNarrow ? {} : { style: { gridTemplateColumns: WIDTHS } })}
        onKeyDown={rows.onKeyDown}
      >
        {!isNarrow && <TableHead order={order} onOrder={onOrder} />}
        <Body siteIds={siteIds} rows={rows} onOpen={open} />
      </div>
    </div>
  );
}

interface BodyProps {
  readonly siteIds: readonly string[];
  readonly rows: Rows;
  readonly onOpen: (siteId: string) => void;
}

function Body({ siteIds, rows, onOpen }: BodyProps) {
  if (siteIds.length === 0) {
    return (
      <div role="row">
        <div role="gridcell">
          <Empty title="No sites match" />
        </div>
      </div>
    );
  }
  return (
    <div role="rowgroup" className="fleet-rows" style={{ height: siteIds.length * rows.rowHeight }}>
      {rows.shown.map((index) => {
        const id = siteIds[index];
        if (id === undefined) return null;
        const isCurrent = index === rows.current;
        const top = index * rows.rowHeight;
        return <SiteRow key={id} id={id} index={index} top={top} isCurrent={isCurrent} onOpen={onOpen} />;
      })}
    </div>
  );
}

interface SiteRowProps {
  readonly id: string;
  readonly index: number;
  readonly top: number;
  /** The row that has the keyboard focus, or gets it next. */
  readonly isCurrent: boolean;
  readonly onOpen: (siteId: string) => void;
}

const SiteRow = memo(function SiteRow({ id, index, top, isCurrent, onOpen }: SiteRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      tabIndex={isCurrent ? 0 : -1}
      className="row fleet-grid"
      style={{ top }}
      onClick={() => onOpen(id)}
    >
      {COLUMNS.map((column) => (
        <TableCell key={column.id} id={id} column={column} />
      ))}
    </div>
  );
});
