import type { Parameter } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { queryReader } from './query-reader.ts';

const inQuery = (name: string, schema: Parameter['schema']): Parameter => {
  return { name, in: 'query', required: false, description: 'What it is.', schema };
};
const read = queryReader([
  { ...inQuery('from', { type: 'string', format: 'date-time' }), required: true, hint: 'give an instant' },
  inQuery('limit', { type: 'integer', minimum: 1, maximum: 1_000, default: 100 }),
  inQuery('version', { type: 'integer', minimum: 0 }),
  inQuery('sequence', { type: 'integer', minimum: 0, maximum: 9_000_000_000_000_000 }),
  inQuery('state', { type: 'string', enum: ['open', 'shut', 'ajar'] }),
  inQuery('order', { type: 'string', enum: ['newest', 'oldest'] }),
  inQuery('because', { type: 'boolean', default: true }),
  inQuery('allSites', { type: 'string', const: 'true' }),
  inQuery('name', { type: 'string' }),
  inQuery('actor', { type: 'string', minLength: 1, maxLength: 10 }),
]);
const GOOD = { from: '2026-10-25T00:00:00Z' };

describe('the query of a row', () => {
  it('is read to values, with defaults for what is left out', () => {
    expect(read({ query: GOOD })).toEqual({ from: Date.UTC(2026, 9, 25), limit: 100, because: true });
    const all = {
      from: '2026-10-25T01:00:00+0100',
      limit: '7',
      version: '0',
      sequence: '9000000000000000',
      state: 'ajar',
      order: 'oldest',
      because: 'false',
      allSites: 'true',
      name: '',
    };
    expect(read({ query: all })).toEqual({
      from: Date.UTC(2026, 9, 25),
      limit: 7,
      version: 0,
      sequence: 9_000_000_000_000_000,
      state: 'ajar',
      order: 'oldest',
      because: false,
      allSites: true,
      name: '',
    });
  });

  it.each([
    [{}, 'from is missing; give an instant'],
    [{ from: 'yesterday' }, 'from "yesterday" is not an RFC 3339 date-time'],
    [{ ...GOOD, limit: '0' }, 'limit must be a whole number from 1 to 1000'],
    [{ ...GOOD, limit: '1001' }, 'limit must be a whole number from 1 to 1000'],
    [{ ...GOOD, limit: '1,5' }, 'limit must be a whole number from 1 to 1000'],
    [{ ...GOOD, limit: '1e2' }, 'limit must be a whole number from 1 to 1000'],
    [{ ...GOOD, limit: ' 7' }, 'limit must be a whole number from 1 to 1000'],
    [{ ...GOOD, version: '-1' }, 'version must be a whole number'],
    [{ ...GOOD, version: '1234567890123456' }, 'version must be a whole number'],
    [{ ...GOOD, sequence: '9000000000000001' }, 'sequence must be a whole number from 0 to 9000000000000000'],
    [{ ...GOOD, state: 'Open' }, 'state must be one of open, shut, ajar'],
    [{ ...GOOD, order: '' }, 'order must be newest or oldest'],
    [{ ...GOOD, because: '1' }, 'because must be true or false'],
    [{ ...GOOD, allSites: 'false' }, 'allSites must be true'],
    [{ ...GOOD, name: 'a\0b' }, 'name contains U+0000'],
    [{ ...GOOD, actor: '' }, 'actor must not be empty'],
    [{ ...GOOD, actor: 'client:1234' }, 'actor may have at most 10 characters'],
    [{ ...GOOD, name: ['a', 'b'] }, 'the query gives name more than once'],
    [{ ...GOOD, page: '2' }, 'unknown query parameter "page"; this path accepts from, limit, version'],
  ])('refuses %j', (query, message) => {
    expect(() => read({ query })).toThrow(message);
  });
});
