import type { ClipboardEvent, KeyboardEvent } from 'react';
import { Button } from 'react-aria-components';
import type { DraftRow, Field } from './read-rows.ts';
import { pasteRows, rowAfter } from './paste-rows.ts';

export interface RowProblem {
  readonly rowId: string;
  readonly field: Field | undefined;
  readonly text: string;
  readonly choices?: readonly string[];
}

export interface EntryGridProps {
  readonly rows: readonly DraftRow[];
  readonly unit: string;
  readonly timeZone: string;
  readonly problems: readonly RowProblem[];
  readonly isReadOnly: boolean;
  readonly onRows: (rows: readonly DraftRow[]) => void;
}

const FIELDS: readonly Field[] = ['from', 'to', 'value'];
const NAMES: Readonly<Record<Field, string>> = { from: 'From', to: 'To', value: 'Value' };

/** The entries as a spreadsheet would show them; a column can be pasted into any field. */
export function EntryGrid({ rows, unit, timeZone, problems, isReadOnly, onRows }: EntryGridProps) {
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
      <div className="entry-grid scroll-x">
        <table className="plain-table">
          <thead>
            <tr>
              <th scope="col">From ({timeZone})</th>
              <th scope="col">To</th>
              <th scope="col" className="number">
                {unit}
              </th>
              <th scope="col">
                <span className="visually-hidden">Remove</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {rows.map((row, rowIndex) => {
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
          </tbody>
        </table>
      </div>
      {!isReadOnly && (
        <div className="entry-tools">
          <Button className="button small" onPress={() => onRows([...rows, rowAfter(rows.at(-1), timeZone)])}>
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

/** Up and down go from row to row, as in a spreadsheet. */
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

interface EntryRowProps {
  readonly row: DraftRow;
  readonly rowIndex: number;
  readonly problems: readonly RowProblem[];
  readonly isReadOnly: boolean;
  readonly onChange: (field: Field, text: string) => void;
  readonly onPaste: (event: ClipboardEvent, field: Field) => void;
  readonly onRemove: () => void;
}

function EntryRow({ row, rowIndex, problems, isReadOnly, onChange, onPaste, onRemove }: EntryRowProps) {
  const describedBy = problems.length === 0 ? undefined : `problem-${row.id}`;
  return (
    <>
      <tr>
        {FIELDS.map((field) => (
          <td key={field} className={field === 'value' ? 'number' : undefined}>
            <input
              className={`cell-input cell-${field}`}
              name={field}
              aria-label={`${NAMES[field]}, entry ${rowIndex + 1}`}
              aria-invalid={problems.some((problem) => problem.field === field || problem.field === undefined)}
              aria-describedby={describedBy}
              value={row[field]}
              readOnly={isReadOnly}
              inputMode={field === 'value' ? 'decimal' : 'text'}
              placeholder={field === 'value' ? '0' : '2030-01-31 14:15'}
              onChange={({ target }) => onChange(field, target.value)}
              onPaste={(event) => onPaste(event, field)}
            />
          </td>
        ))}
        <td>
          {!isReadOnly && (
            <Button className="icon-button" aria-label={`Remove entry ${rowIndex + 1}`} onPress={onRemove}>
              ×
            </Button>
          )}
        </td>
      </tr>
      {describedBy !== undefined && (
        <tr className="problem-row">
          <td colSpan={4} id={describedBy}>
            {problems.map(({ text, field, choices }) => (
              <span key={`${field ?? ''} ${text}`} className="problem">
                ⚠ {text}{' '}
                {field !== undefined &&
                  choices?.map((choice) => (
                    <Button key={choice} className="button small" onPress={() => onChange(field, choice)}>
                      {choice}
                    </Button>
                  ))}
              </span>
            ))}
          </td>
        </tr>
      )}
    </>
  );
}
