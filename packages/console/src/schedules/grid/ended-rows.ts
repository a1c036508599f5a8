import type { ScheduleEntry } from '@setpoint/contract';
import { parseTime } from './parse-time.ts';
import type { DraftRow } from './read-rows.ts';

export interface Ended {
  readonly standing: readonly ScheduleEntry[];
  readonly timeZone: string;
  readonly now: number;
}

/** The ids of the rows that ended and are as they are set; a row that somebody changes stays in sight. */
export function endedRows(rows: readonly DraftRow[], { standing, timeZone, now }: Ended): ReadonlySet<string> {
  const over = standing.filter(({ endAt }) => Date.parse(endAt) <= now);
  if (over.length === 0) return new Set();
  const set = new Set(over.map(({ startAt, endAt, value }) => keyOf(Date.parse(startAt), Date.parse(endAt), value)));
  const found = rows.filter(({ from, to, value }) => {
    const [start, end] = [parseTime(from, timeZone), parseTime(to, timeZone)];
    return start.kind === 'instant' && end.kind === 'instant' && set.has(keyOf(start.ms, end.ms, Number(value)));
  });
  return new Set(found.map(({ id }) => id));
}

function keyOf(startMs: number, endMs: number, value: number): string {
  return `${startMs} ${endMs} ${value}`;
}
