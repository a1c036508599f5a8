import { type ReactNode, useCallback, useState } from 'react';

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

/** Whether an element is too narrow for what is in it, and so scrolls. */
function useOverflow() {
  const [isOver, setOver] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const look = () => setOver(element.scrollWidth > element.clientWidth);
    // An observer is heard a frame later: what is there at first is never shown without a way to scroll it.
    look();
    const observer = new ResizeObserver(look);
    observer.observe(element);
    for (const child of element.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return { ref, isOver };
}
