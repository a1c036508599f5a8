import { expect, it } from 'vitest';
import type { AuthorityHolder } from './schema.ts';
import { wayText } from './way-text.ts';

const ADA = { kind: 'person', id: 'ada-id', name: 'Ada', since: null, endsAt: null } as const;
const NORTH: AuthorityHolder = { ...ADA, kind: 'pool', id: 'north-id', name: 'North', through: 'site' };

it.each([
  ['the site', { through: 'site' }],
  ['all sites', { through: 'all_sites' }],
  ['fleet:admin, to hold', { through: 'scope' }],
  ['the pool North', { through: 'pool', poolId: 'north-id' }],
  [
    'dispatcher of the pool North, in the group trading',
    { through: 'pool', poolId: 'north-id', role: 'dispatcher', groupName: 'trading' },
  ],
  ['the site is a member', NORTH],
  ['the controller of the site', { kind: 'key', through: 'site' }],
] as const)('says: %s', (text, way) => {
  expect(wayText({ ...ADA, ...way }, [NORTH])).toBe(text);
});
