import { expect, it } from 'vitest';
import { viewFrom, withView } from './view-from.ts';

const BERLIN = 'Europe/Berlin';
const ms = (text: string) => Date.parse(text);
const read = (query: string) => viewFrom(new URLSearchParams(query), BERLIN);
const today = { fromMs: ms('2030-01-01T23:00:00Z'), toMs: ms('2030-01-02T23:00:00Z') };

it('a period comes back from the address it was written to', () => {
  const view = { fromMs: ms('2030-01-01T10:00:00Z'), toMs: ms('2030-01-01T12:30:00Z') };
  const query = withView(new URLSearchParams('asset=bess&at=2029-01-01T00:00:00Z'), view, today);
  expect(query.toString()).toBe('asset=bess&from=2030-01-01T10%3A00%3A00Z&to=2030-01-01T12%3A30%3A00Z');
  expect(read(query.toString())).toEqual({ view, atMs: null });
  expect(withView(query, today, today).toString()).toBe('asset=bess');
});

it('an instant stands for its day in the zone of the site', () => {
  expect(read('at=2030-01-02T02:00:00Z')).toEqual({ view: today, atMs: ms('2030-01-02T02:00:00Z') });
});

it.each(['', 'from=2030-01-01T10:00:00Z', 'from=x&to=y', 'from=2030-01-02T00:00:00Z&to=2030-01-01T00:00:00Z'])(
  'the address with “%s” names none',
  (query) => {
    expect(read(query)).toBeUndefined();
  },
);
