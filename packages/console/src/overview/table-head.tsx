import { explain } from '../words/explain.ts';
import type { Column } from './column.ts';
import { type ColumnId, COLUMNS } from './columns.tsx';

/** The column by which the sites are sorted. */
export interface Order {
  readonly column: ColumnId;
  readonly isDescending: boolean;
}

export interface TableHeadProps {
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

/** The column heads; pressing one sorts by it, pressing it again reverses the order. */
export function TableHead({ order, onOrder }: TableHeadProps) {
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
