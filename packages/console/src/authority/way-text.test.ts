import { expect, it } from 'vitest';
import { wayText } from './way-text.ts';

const given = { since: '2026-10-01T10:00:00.000Z', givenBy: null, endsAt: null } as const;
const pools = [{ poolId: 'north-id', poolName: 'North', ...given, seat: null, mayTake: [] }];
const groups = [
  { groupId: 'trading-id', issuer: 'https://login.example.com', groupName: 'trading', persons: 1, grants: [] },
];

it.each([
  ['this site', { through: 'site' }],
  ['all sites', { through: 'all_sites' }],
  ['the scope fleet:admin', { through: 'scope' }],
  ['the pool North', { through: 'pool', poolId: 'north-id' }],
  [
    'dispatcher of the pool North, in the group trading',
    { through: 'pool', poolId: 'north-id', role: 'dispatcher', groupId: 'trading-id' },
  ],
] as const)('says: %s', (text, way) => {
  expect(wayText({ can: 'schedule', ...given, ...way }, { pools, groups })).toBe(text);
});
