import type { ReactNode } from 'react';
import { useOverflow } from './use-overflow.ts';

/** The head of a column: its words, and how it is shown. */
type Column = string | { readonly label: string; readonly is: 'number' | 'wide-only' | 'number wide-only' | 'unseen' };

export interface PlainTableProps {
  readonly columns: readonly Column[];
  /** Of what is around the table. */
  readonly className?: string;
  /** The rows. */
  readonly children: ReactNode;
}

// Without a stop in it, nobody could scroll there without a mouse.
const SCROLLED_BY_KEYS = { role: 'group', 'aria-label': 'Table, wider than the page', tabIndex: 0 } as const;

/** A table that scrolls by itself when the page is too narrow for it. */
export function PlainTable({ columns, className, children }: PlainTableProps) {
  const { ref, isOver } = useOverflow();
  return (
    <div
      ref={ref}
      className={className === undefined ? 'scroll-x' : `scroll-x ${className}`}
      {...(isOver ? SCROLLED_BY_KEYS : {})}
    >
      <table className="plain-table">
        <thead>
          <tr>{columns.map(headOf)}</tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

function headOf(column: Column) {
  const { label, is } = typeof column === 'string' ? { label: column, is: undefined } : column;
  return (
    <th key={label} scope="col" {...(is === undefined || is === 'unseen' ? {} : { className: is })}>
      {is === 'unseen' ? <span className="visually-hidden">{label}</span> : label}
    </th>
  );
}
