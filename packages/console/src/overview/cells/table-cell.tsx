import { useSite } from '../../sites/fleet-feed.tsx';
import type { Column } from '../column.ts';

export interface TableCellProps {
  /** The site of the row. */
  readonly id: string;
  readonly column: Column;
}

// A cell is drawn once; only its content listens to the site.
export function TableCell({ id, column }: TableCellProps) {
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
