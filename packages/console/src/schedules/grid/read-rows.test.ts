import { expect, it } from 'vitest';
import { parseValue, readRows, rewriteRows } from './read-rows.ts';

const row = (from: string, to: string, value: string) => ({ id: from, from, to, value });

it.each([
  ['250', 250],
  ['-12.5', -12.5],
  ['−12,5', -12.5],
  ['1 500', 1_500],
  ['1,500.25', 1_500.25],
  ['1,500', undefined],
  ['0,125', 0.125],
  ['', undefined],
  ['12 kW', undefined],
  ['1e400', undefined],
])('reads %j as %j', (text, value) => {
  expect(parseValue(text)).toBe(value);
});

it('reads rows in any order, and says which fields it could not read', () => {
  const { entries, rowIds, problems } = readRows(
    [
      row('2026-10-25 03:00', '2026-10-25 04:00', '2'),
      row('2026-10-25 01:00', '2026-10-25 02:30', '1'),
      row('2026-10-25 00:00', '2026-10-25 01:00', '1'),
    ],
    'Europe/Berlin',
  );
  expect(rowIds).toEqual(['2026-10-25 00:00', '2026-10-25 03:00']);
  expect(entries[0]).toEqual({ startAt: '2026-10-24T22:00:00.000Z', endAt: '2026-10-24T23:00:00.000Z', value: 1 });
  expect(problems).toMatchObject([
    { rowId: '2026-10-25 01:00', field: 'to', choices: [{}, {}].map(() => expect.any(String)) },
  ]);
});

it('means the same instants in another zone', () => {
  const rows = [row('2026-10-25 02:30 +02:00', '2026-10-25 02:30 +01:00', '1')];
  const inUtc = rewriteRows(rows, 'Europe/Berlin', 'UTC');
  expect(inUtc[0]).toMatchObject({ from: '2026-10-25 00:30', to: '2026-10-25 01:30' });
  expect(rewriteRows(inUtc, 'UTC', 'Europe/Berlin')).toEqual(rows);
});
