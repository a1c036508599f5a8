import { describe, expect, it } from 'vitest';
import type { TableDraft } from './csv-request.ts';
import { fittingResolution } from './fitting-resolution.ts';

const ZONE = 'Europe/Prague';
const DRAFT: TableDraft = {
  kind: 'day',
  day: '2027-06-01',
  resolution: 15,
  pair: 'bess/activePowerkW',
  dropEnded: false,
  text: '',
};
const SHORT = '2027-03-28';
const LONG = '2027-10-31';
const lines = (count: number, end = '\n') => Array.from({ length: count }, (_, index) => `${index},5${end}`).join('');
const fitting = (draft: Partial<TableDraft>) => fittingResolution({ ...DRAFT, ...draft }, ZONE);

describe('another resolution', () => {
  it.each([
    ['24 values', { text: lines(24) }, 60, 24],
    ['96 values, by the hour', { text: lines(96), resolution: 60 }, 15, 96],
    ['92 values of the short day', { text: lines(92), day: SHORT, resolution: 30 }, 15, 92],
    ['25 values of the long day', { text: lines(25), day: LONG }, 60, 25],
    ['a column with its name', { text: `\uFEFF"Value"\r\n${lines(24, '\r\n')}` }, 60, 24],
    ['a gap in the middle', { text: `${lines(11)}\n${lines(12)}` }, 60, 24],
    ['no end of the last line', { text: lines(24).trimEnd() }, 60, 24],
    ['empty lines below', { text: `${lines(24)}\n\n  \n` }, 60, 24],
    ['values in a row', { text: lines(24, '\t') }, 60, 24],
    ['values in a row, parted by semicolons', { text: lines(24, ';').slice(0, -1) }, 60, 24],
  ])('fits %s', (_, draft, resolution, count) => {
    expect(fitting(draft)).toEqual({ resolution, count });
  });

  it.each([
    ['what fits already', { text: lines(96) }],
    ['a count of no resolution', { text: lines(25) }],
    ['the 24 hours that a short day does not have', { text: lines(24), day: SHORT }],
    ['no table', { text: '' }],
    ['entries with their times', { text: lines(24), kind: 'entries' as const }],
    ['a table that names its commands', { text: `asset,type,value\n${lines(24)}` }],
  ])('does not fit %s', (_, draft) => {
    expect(fitting(draft)).toBeUndefined();
  });
});
