import { expect, it } from 'vitest';
import { chooseParts } from './choose-parts.ts';

const KNOWN = ['SQLite', 'PostgreSQL', 'plans, deliveries and headroom'];

it.each([
  [[], []],
  [['SQLite'], ['SQLite']],
  [
    ['SQLite,PostgreSQL', 'plans, deliveries and headroom'],
    ['SQLite', 'PostgreSQL', 'plans, deliveries and headroom'],
  ],
])('of %j, these are meant', (named, meant) => {
  expect([...chooseParts(named, KNOWN)]).toEqual(meant);
});

it('a part that is not there is refused, with those that are', () => {
  expect(() => chooseParts(['plans', 'SQLite'], KNOWN)).toThrow(
    'There is no part "plans". There are:\n  SQLite\n  PostgreSQL\n  plans, deliveries and headroom',
  );
});
