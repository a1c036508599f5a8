import { expect, it } from 'vitest';
import { readRows, rewriteRows } from './read-rows.ts';

const row = (from: string, to: string, value: string) => ({ id: from, from, to, value });

it('offers both readings of a number that has two', () => {
  const [from, to] = ['2026-10-25 00:00', '2026-10-25 01:00'];
  const problemsOf = (value: string) => readRows([row(from, to, value)], 'Europe/Berlin').problems;
  expect(problemsOf('1,500')).toMatchObject([
    { field: 'value', text: '“1,500” can be read as 1500 or as 1.5: write 1500 or 1.5', choices: ['1500', '1.5'] },
  ]);
  expect(['', 'ten', '1 500', '−12,5'].map((text) => problemsOf(text).map((one) => one.text))).toEqual([
    ['Enter a number'],
    ['“ten” is not a number'],
    [],
    [],
  ]);
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
