import { COLUMNS } from './columns.tsx';
import type { Order } from './table-head.tsx';

export interface OrderChoiceProps {
  readonly order: Order;
  readonly onOrder: (order: Order) => void;
}

/** What the cards are sorted by; a table has the heads of its columns for that. */
export function OrderChoice({ order, onOrder }: OrderChoiceProps) {
  return (
    <select
      className="cell-input"
      aria-label="Sort by"
      value={order.column}
      onChange={({ currentTarget: { value } }) => {
        const chosen = COLUMNS.find(({ id }) => id === value);
        if (chosen !== undefined) onOrder({ column: chosen.id, isDescending: false });
      }}
    >
      {COLUMNS.map(({ id, head }) => (
        <option key={id} value={id}>
          {`⇅ ${head}`}
        </option>
      ))}
    </select>
  );
}
