import { expect, it } from 'vitest';
import { endedRows } from './ended-rows.ts';
import { rowsOf } from './read-rows.ts';

it('rows that ended are those of the schedule, until somebody changes one', () => {
  const timeZone = 'Europe/Berlin';
  const entry = (from: string, to: string) => ({
    startAt: `2030-01-01T${from}:00Z`,
    endAt: `2030-01-01T${to}:00Z`,
    value: 1,
  });
  const standing = [entry('08:00', '09:00'), entry('09:00', '10:00'), entry('10:00', '12:00')];
  const rows = rowsOf({ entries: standing }, timeZone);
  const asked = { standing, timeZone, now: Date.parse('2030-01-01T10:30:00Z') };
  expect([...endedRows(rows, asked)]).toEqual([rows[0]?.id, rows[1]?.id]);
  const changed = rows.map((row, index) => (index === 0 ? { ...row, value: '2' } : row));
  expect([...endedRows(changed, asked)]).toEqual([rows[1]?.id]);
});
