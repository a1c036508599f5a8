import type { ScheduleProblem } from '@setpoint/contract';
import { Button } from 'react-aria-components';
import { PlainTable } from '../../shell/plain-table.tsx';
import { countText } from '../../words/count-text.ts';
import { lineOf } from './csv-request.ts';

export interface LineProblemsProps {
  readonly problems: readonly ScheduleProblem[];
  readonly text: string;
  readonly onLine: (line: number) => void;
}

const SHOWN_CHARACTERS = 80;

/** What is wrong with a table, by its lines. */
export function LineProblems({ problems, text, onLine }: LineProblemsProps) {
  return (
    <section className="notice notice-bad line-problems" role="alert">
      <h2>{countText(problems.length, 'problem')}: nothing is set</h2>
      <PlainTable className="line-table" columns={['Line', 'Text', 'Problem']}>
        {problems.map(({ place, line, message }) => (
          <tr key={`${place} ${message}`}>
            <td>
              {line === undefined ? (
                'all'
              ) : (
                <Button className="button small" onPress={() => onLine(line)}>
                  {`Line ${line}`}
                </Button>
              )}
            </td>
            <td>
              <code>{line === undefined ? '' : lineOf(text, line).slice(0, SHOWN_CHARACTERS)}</code>
            </td>
            <td>
              {columnOf(place)}
              {message}
            </td>
          </tr>
        ))}
      </PlainTable>
    </section>
  );
}

function columnOf(place: string): string {
  const column = /, column (\w+)$/.exec(place)?.[1];
  return column === undefined ? '' : `${column}: `;
}
