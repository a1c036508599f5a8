import { describe, expect, it } from 'vitest';
import { csvRequest, lineOf, namesItsPairs } from './csv-request.ts';

const DRAFT = {
  kind: 'day',
  day: '2027-03-28',
  resolution: 15,
  pair: 'bess/activePowerkW',
  dropEnded: false,
  text: '1\n2\n',
} as const;

describe('what is asked of a table', () => {
  it('is its day and its command', () => {
    const pair = { asset: 'bess', type: 'activePowerkW' };
    expect(csvRequest(DRAFT)).toEqual({ ...pair, csv: DRAFT.text, day: '2027-03-28', resolution: 15 });
    expect(csvRequest({ ...DRAFT, kind: 'entries', dropEnded: true })).toEqual({
      ...pair,
      csv: DRAFT.text,
      dropEnded: true,
    });
  });

  it.each([
    ['asset,type,startAt,endAt,value\n', {}],
    ['\uFEFF"Asset";"Type";"value"\r\n', {}],
    ['\n\nstartAt\tendAt\tvalue\tASSET\r', { type: 'activePowerkW' }],
    ['value\n', { asset: 'bess', type: 'activePowerkW' }],
  ])('is no column that %j has itself', (text, asked) => {
    expect(csvRequest({ ...DRAFT, kind: 'entries', text })).toEqual({ csv: text, ...asked });
    expect(namesItsPairs(text)).toBe(Object.keys(asked).length === 0);
  });
});

it('a line is that of the table, however lines end', () => {
  expect(['a\nb\nc', 'a\r\nb\r\nc', 'a\rb\rc'].map((text) => lineOf(text, 2))).toEqual(['b', 'b', 'b']);
  expect(lineOf('a', 9)).toBe('');
});
