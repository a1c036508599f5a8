import { explain } from '../words/explain.ts';
import type { ColumnId } from './arrange-sites.ts';

/** The column by which the sites are sorted. */
export interface Order {
  readonly column: ColumnId;
  readonly isDescending: boolean;
}

export interface TableHeadProps {
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

const COLUMNS: readonly { readonly id: ColumnId; readonly label: string }[] = [
  { id: 'site', label: 'Site' },
  { id: 'state', label: 'State' },
  { id: 'running', label: 'Running now' },
  { id: 'grid', label: 'Grid' },
  { id: 'storage', label: 'Storage' },
  { id: 'reserves', label: 'Reserves' },
  { id: 'following', label: 'Following' },
  { id: 'attention', label: 'Attention' },
];

/** The column heads; pressing one sorts by it, pressing it again reverses the order. */
export function TableHead({ order, onOrder }: TableHeadProps) {
  return (
    <div role="rowgroup" className="fleet-head">
      <div role="row" aria-rowindex={1} className="fleet-grid">
        {COLUMNS.map(({ id, label }) => {
          const isSorted = id === order.column;
          const direction = order.isDescending ? 'descending' : 'ascending';
          return (
            <div
              key={id}
              role="columnheader"
              aria-sort={isSorted ? direction : 'none'}
              className={`column column-${id}`}
            >
              <button
                type="button"
                className="column-button"
                title={explain(label)}
                onClick={() => onOrder({ column: id, isDescending: isSorted && !order.isDescending })}
              >
                {label}
                <span aria-hidden="true">{isSorted ? (order.isDescending ? ' ↓' : ' ↑') : ''}</span>
              </button>
            </div>
          );
        })}
      </div>
    </div>
  );
}
