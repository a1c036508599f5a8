import { expect, it } from 'vitest';
import { pasteRows, rowAfter } from './paste-rows.ts';

const timeZone = 'Europe/Berlin';
const row = (from: string, to: string, value: string) => ({ id: from, from, to, value });
const texts = (rows: readonly { from: string; to: string; value: string }[] | undefined) =>
  rows?.map(({ from, to, value }) => `${from} | ${to} | ${value}`);

it('leaves a single cell to the field it is pasted into', () => {
  expect(pasteRows([], { text: '250', at: { rowIndex: 0, field: 'value' }, timeZone })).toBeUndefined();
});

it('fills a column of values downwards, and goes on with rows as long as the last', () => {
  const rows = [row('2026-10-25 01:45', '2026-10-25 02:00 +02:00', '0')];
  const pasted = pasteRows(rows, { text: '1\r\n2\r\n3\r\n', at: { rowIndex: 0, field: 'value' }, timeZone });
  expect(texts(pasted)).toEqual([
    '2026-10-25 01:45 | 2026-10-25 02:00 +02:00 | 1',
    '2026-10-25 02:00 +02:00 | 2026-10-25 02:15 +02:00 | 2',
    '2026-10-25 02:15 +02:00 | 2026-10-25 02:30 +02:00 | 3',
  ]);
});

it('takes three columns as from, to and value', () => {
  const text = '2030-01-01 00:00\t2030-01-01 01:00\t5\n2030-01-01 01:00\t2030-01-01 02:00\t6';
  expect(texts(pasteRows([], { text, at: { rowIndex: 0, field: 'from' }, timeZone }))).toEqual([
    '2030-01-01 00:00 | 2030-01-01 01:00 | 5',
    '2030-01-01 01:00 | 2030-01-01 02:00 | 6',
  ]);
});

it('takes two columns as start and value, each until the next', () => {
  const text = '2030-01-01 00:00\t5\n2030-01-01 01:00\t6';
  expect(texts(pasteRows([], { text, at: { rowIndex: 0, field: 'from' }, timeZone }))).toEqual([
    '2030-01-01 00:00 | 2030-01-01 01:00 | 5',
    '2030-01-01 01:00 | 2030-01-01 02:00 | 6',
  ]);
});

it('adds no row in the past', () => {
  const last = row('2026-10-24 10:00', '2026-10-24 11:00', '5');
  expect(texts([rowAfter(last, timeZone, Date.parse('2026-10-24T08:00:00Z'))])).toEqual([
    '2026-10-24 11:00 | 2026-10-24 12:00 | 5',
  ]);
  expect(texts([rowAfter(last, timeZone, Date.parse('2026-10-24T10:01:00Z'))])).toEqual([
    '2026-10-24 12:15 | 2026-10-24 13:15 | 5',
  ]);
});
