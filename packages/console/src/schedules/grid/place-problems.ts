import type { ScheduleProblem } from '@setpoint/contract';
import type { Field, FieldProblem } from './read-rows.ts';
import type { RowProblem } from './row-problem.ts';

export interface PlacedProblems {
  /** Problems with entries of the pair on the screen. */
  readonly ofRows: readonly RowProblem[];
  /** All other problems. */
  readonly others: readonly string[];
}

export interface Places {
  /** The pairs in the order of the request. */
  readonly pairs: readonly string[];
  readonly pair: string;
  /** The row of each entry of the pair on the screen. */
  readonly rowIds: readonly string[];
}

const FIELD_OF: Readonly<Record<string, Field>> = { startAt: 'from', endAt: 'to', value: 'value' };

/** Finds the row that each problem is about, from the place that the service named. */
export function placeProblems(
  own: readonly FieldProblem[],
  found: readonly ScheduleProblem[],
  { pairs, pair, rowIds }: Places,
): PlacedProblems {
  const ofRows: RowProblem[] = [...own];
  const others: string[] = [];
  for (const { place, message } of found) {
    const match = /^schedules\[(\d+)\](?:\.entries\[(\d+)\](?:\.(\w+))?)?/.exec(place);
    const rowId = pairs[Number(match?.[1])] === pair ? rowIds[Number(match?.[2])] : undefined;
    if (rowId === undefined) others.push(message);
    else ofRows.push({ rowId, field: FIELD_OF[match?.[3] ?? ''], text: message });
  }
  return { ofRows, others };
}
