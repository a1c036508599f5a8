import { memo, useMemo } from 'react';
import { useLocation } from 'wouter';
import { Empty } from '../shell/empty.tsx';
import { useVisibleSites, useSite } from '../sites/fleet-feed.tsx';
import { type ColumnId, COLUMNS, type Column } from './columns.tsx';
import { type Rows, useRows } from './use-rows.ts';
import { explain } from '../words/explain.ts';

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
  const rows = useRows(siteIds, open);
  useVisibleSites(useMemo(() => rows.shown.map((index) => siteIds[index] ?? ''), [siteIds, rows.shown]));
  return (
    <div className="table" ref={rows.scroller}>
      <div
        role="grid"
        aria-label="Sites"
        aria-rowcount={siteIds.length + 1}
        className="fleet-table"
        style={{ gridTemplateColumns: WIDTHS }}
        onKeyDown={rows.onKeyDown}
      >
        <TableHead order={order} onOrder={onOrder} />
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
    <div role="rowgroup" className="fleet-rows" style={{ height: heightOf(siteIds.length) }}>
      {rows.shown.map((index) => {
        const id = siteIds[index];
        if (id === undefined) return null;
        const isCurrent = index === rows.current;
        return <SiteRow key={id} id={id} index={index} isCurrent={isCurrent} onOpen={onOpen} />;
      })}
    </div>
  );
}

/** The height of some rows: a card is taller than a row of the table. */
function heightOf(count: number): string {
  return `calc(${count} * var(--row-height))`;
}

interface SiteRowProps {
  readonly id: string;
  readonly index: number;
  /** The row that has the keyboard focus, or gets it next. */
  readonly isCurrent: boolean;
  readonly onOpen: (siteId: string) => void;
}

const SiteRow = memo(function SiteRow({ id, index, isCurrent, onOpen }: SiteRowProps) {
  return (
    <div
      role="row"
      aria-rowindex={index + 2}
      data-index={index}
      tabIndex={isCurrent ? 0 : -1}
      className="row fleet-grid"
      style={{ top: heightOf(index) }}
      onClick={() => onOpen(id)}
    >
      {COLUMNS.map((column) => (
        <TableCell key={column.id} id={id} column={column} />
      ))}
    </div>
  );
});

/** The column by which the sites are sorted. */
interface Order {
  readonly column: ColumnId;
  readonly isDescending: boolean;
}

/** The column heads; pressing one sorts by it, pressing it again reverses the order. */
function TableHead({ order, onOrder }: { readonly order: Order; readonly onOrder: (order: Order) => void }) {
  return (
    <div role="rowgroup" className="fleet-head">
      <div role="row" aria-rowindex={1} className="fleet-grid">
        {COLUMNS.map(({ id, head, isFigure = false }: Column & { readonly id: ColumnId }) => {
          const isSorted = id === order.column;
          const direction = order.isDescending ? 'descending' : 'ascending';
          return (
            <div
              key={id}
              role="columnheader"
              aria-sort={isSorted ? direction : 'none'}
              className={isFigure ? 'column is-figure' : 'column'}
            >
              <button
                type="button"
                className="column-button"
                title={explain(head)}
                onClick={() => onOrder({ column: id, isDescending: isSorted && !order.isDescending })}
              >
                {head}
                <span aria-hidden="true">{isSorted ? (order.isDescending ? ' ↓' : ' ↑') : ''}</span>
              </button>
            </div>
          );
        })}
      </div>
    </div>
  );
}

interface TableCellProps {
  /** The site of the row. */
  readonly id: string;
  readonly column: Column;
}

// A cell is drawn once; only its content listens to the site.
function TableCell({ id, column }: TableCellProps) {
  const { head, isFigure = false } = column;
  return (
    <div
      role={column.id === 'site' ? 'rowheader' : 'gridcell'}
      className={isFigure ? 'cell is-figure' : 'cell'}
      data-column={column.id}
      style={{ gridArea: column.id }}
      data-head={head}
    >
      <Live id={id} column={column} />
    </div>
  );
}

function Live({ id, column: { Cell } }: TableCellProps) {
  const site = useSite(id);
  return site === undefined ? null : <Cell site={site} />;
}
