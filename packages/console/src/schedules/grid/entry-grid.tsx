import type { ScheduleEntry } from '@setpoint/contract';
import { type ClipboardEvent, type KeyboardEvent, useState } from 'react';
import { Button } from 'react-aria-components';
import { PlainTable } from '../../shell/plain-table.tsx';
import { countText } from '../../words/count-text.ts';
import { EntryRow } from './entry-row.tsx';
import { endedRows } from './ended-rows.ts';
import { pasteRows, rowAfter } from './paste-rows.ts';
import type { DraftRow, Field } from './read-rows.ts';
import type { RowProblem } from './row-problem.ts';

export interface EntryGridProps {
  readonly rows: readonly DraftRow[];
  readonly unit: string;
  readonly timeZone: string;
  /** What is set: those entries of it that have ended are shown when somebody wants them. */
  readonly standing: readonly ScheduleEntry[];
  readonly problems: readonly RowProblem[];
  readonly isReadOnly: boolean;
  readonly onRows: (rows: readonly DraftRow[]) => void;
}

/** The entries as in a spreadsheet; a column can be pasted into any field. */
export function EntryGrid({ rows, unit, timeZone, standing, problems, isReadOnly, onRows }: EntryGridProps) {
  const [showsEnded, setShowsEnded] = useState(false);
  const [openedAt] = useState(Date.now);
  const ended = endedRows(rows, { standing, timeZone, now: openedAt });
  const change = (id: string, field: Field, text: string) =>
    onRows(rows.map((row) => (row.id === id ? { ...row, [field]: text } : row)));
  const onPaste = (event: ClipboardEvent, rowIndex: number, field: Field) => {
    const pasted = pasteRows(rows, { text: event.clipboardData.getData('text'), at: { rowIndex, field }, timeZone });
    if (pasted === undefined) return;
    event.preventDefault();
    onRows(pasted);
  };
  return (
    <div onKeyDown={moveInColumn}>
      {ended.size > 0 && (
        <Button className="button small" aria-expanded={showsEnded} onPress={() => setShowsEnded(!showsEnded)}>
          {showsEnded ? 'Hide' : 'Show'} {countText(ended.size, 'entry', 'entries')} that ended
        </Button>
      )}
      <PlainTable
        className="entry-grid"
        columns={[`From (${timeZone})`, 'To', { label: unit, is: 'number' }, { label: 'Remove', is: 'unseen' }]}
      >
        {rows.map((row, rowIndex) => {
          if (!showsEnded && ended.has(row.id)) return null;
          const own = problems.filter(({ rowId }) => rowId === row.id);
          return (
            <EntryRow
              key={row.id}
              row={row}
              rowIndex={rowIndex}
              problems={own}
              isReadOnly={isReadOnly}
              onChange={(field, text) => change(row.id, field, text)}
              onPaste={(event, field) => onPaste(event, rowIndex, field)}
              onRemove={() => onRows(rows.filter(({ id }) => id !== row.id))}
            />
          );
        })}
      </PlainTable>
      {!isReadOnly && (
        <div className="entry-tools">
          <Button className="button small" onPress={() => onRows([...rows, rowAfter(rows.at(-1), timeZone, openedAt)])}>
            Add an entry
          </Button>
          {rows.length > 0 && (
            <Button className="button small" onPress={() => onRows([])}>
              Clear all
            </Button>
          )}
        </div>
      )}
    </div>
  );
}

/** The up and down keys go from row to row, as in a spreadsheet. */
function moveInColumn(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const { target, currentTarget } = event;
  if (step === 0 || !(target instanceof HTMLInputElement)) return;
  const column = [...currentTarget.querySelectorAll<HTMLInputElement>(`input[name='${target.name}']`)];
  const next = column[column.indexOf(target) + step];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
  next.select();
}
