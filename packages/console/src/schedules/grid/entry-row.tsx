import type { ClipboardEvent } from 'react';
import { Button } from 'react-aria-components';
import type { DraftRow, Field } from './read-rows.ts';
import type { RowProblem } from './row-problem.ts';

const FIELDS: readonly Field[] = ['from', 'to', 'value'];
const NAMES: Readonly<Record<Field, string>> = { from: 'From', to: 'To', value: 'Value' };

export interface EntryRowProps {
  readonly row: DraftRow;
  readonly rowIndex: number;
  readonly problems: readonly RowProblem[];
  readonly isReadOnly: boolean;
  readonly onChange: (field: Field, text: string) => void;
  readonly onPaste: (event: ClipboardEvent, field: Field) => void;
  readonly onRemove: () => void;
}

export function EntryRow({ row, rowIndex, problems, isReadOnly, onChange, onPaste, onRemove }: EntryRowProps) {
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
              <span key={`${field ?? ''} ${text}`} className="line problem">
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
