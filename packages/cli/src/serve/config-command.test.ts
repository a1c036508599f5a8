import type { StoreState } from '@setpoint/server';
import { expect, it } from 'vitest';
import { storeText } from './config-command.ts';

const FILE: StoreState = {
  kind: 'sqlite',
  place: 'data/setpoint.sqlite',
  serverVersion: null,
  release: '1.0.0',
  step: '0129-webhook-formats',
  missing: [],
};

it.each<[string, Partial<StoreState>, string]>([
  [
    'is up to date',
    {},
    'The store is data/setpoint.sqlite, last used by release 1.0.0. Its schema is up to date (0129-webhook-formats).',
  ],
  [
    'is behind',
    { step: '0126-used-tickets', missing: ['0128-key-certificates', '0129-webhook-formats'], release: null },
    'The store is data/setpoint.sqlite. Its schema is 2 steps behind (at 0126-used-tickets): make a backup, then `{setpoint} serve` or `{setpoint} migrate` brings it up to date.',
  ],
  [
    'is not there yet',
    { step: null, release: null, missing: ['0001-first'] },
    'There is no store in data/setpoint.sqlite yet: `{setpoint} serve` makes it.',
  ],
  [
    'is a database',
    { kind: 'postgresql', place: 'db.example.com:5432/setpoint', serverVersion: '17.2' },
    'The store is db.example.com:5432/setpoint (PostgreSQL 17.2), last used by release 1.0.0. Its schema is up to date (0129-webhook-formats).',
  ],
])('a store %s', (_what, changed, text) => {
  expect(storeText({ ...FILE, ...changed })).toBe(text);
});
