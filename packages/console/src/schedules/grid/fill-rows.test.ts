import { expect, it } from 'vitest';
import { fillRows } from './fill-rows.ts';
import { readRows } from './read-rows.ts';

const timeZone = 'Europe/Berlin';
const QUARTER_MS = 15 * 60_000;
const day = (text: string) => Date.parse(text);

it.each([
  ['the long day', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z', 100],
  ['the short day', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z', 92],
])('fills %s without a gap or an overlap', (_name, from, to, count) => {
  const rows = fillRows([], { fromMs: day(from), toMs: day(to), stepMs: QUARTER_MS, value: '5', timeZone });
  const { entries, problems } = readRows(rows, timeZone);
  expect([rows.length, entries.length, problems]).toEqual([count, count, []]);
  entries.forEach(({ endAt }, index) => expect(entries[index + 1]?.startAt ?? new Date(to).toISOString()).toBe(endAt));
});

it('cuts what reaches into the stretch, and keeps the order', () => {
  const rows = [{ id: 'a', from: '2030-01-01 00:00', to: '2030-01-01 04:00', value: '1' }];
  const filling = { fromMs: day('2030-01-01T00:00:00Z'), toMs: day('2030-01-01T01:00:00Z'), stepMs: 4 * QUARTER_MS };
  const filled = fillRows(rows, { ...filling, value: '9', timeZone });
  expect(filled.map(({ from, to, value }) => [from.slice(11), to.slice(11), value])).toEqual([
    ['00:00', '01:00', '1'],
    ['01:00', '02:00', '9'],
    ['02:00', '04:00', '1'],
  ]);
});
