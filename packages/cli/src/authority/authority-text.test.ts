import type { SiteAuthority } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { authorityText } from './authority-text.ts';

const ADA = { kind: 'person', id: 'ada-id', name: 'Ada' } as const;
const given = { since: '2026-10-01T10:00:00.000Z', givenBy: ADA, endsAt: null } as const;
const nothing: SiteAuthority = {
  siteId: 'site-id',
  siteName: 'Nordhafen',
  at: '2026-11-01T00:00:00.000Z',
  callers: [],
  groups: [],
  actingClients: [],
  pools: [],
  controllerKeys: [],
  holds: [],
};

it('says that nobody can', () => {
  expect(authorityText(nothing)).toBe(
    'Callers that can command Nordhafen at 2026-11-01T00:00:00.000Z:\n\nNo client and no person can.',
  );
});

it('has a line for each reason, and says what was not recorded', () => {
  const full: SiteAuthority = {
    ...nothing,
    callers: [
      {
        kind: 'client',
        id: 'optimiser-id',
        name: 'Opti\u202Emiser',
        can: 'schedule',
        scopes: ['schedules:write'],
        sessions: 0,
        grants: [
          { can: 'schedule', through: 'site', since: null, givenBy: null, endsAt: null },
          { can: 'schedule', through: 'pool', poolId: 'north-id', ...given },
          { can: 'hold', through: 'scope', ...given },
        ],
      },
      {
        kind: 'person',
        id: 'ben-id',
        name: 'Ben',
        can: 'schedule',
        scopes: ['schedules:write'],
        sessions: 1,
        grants: [{ can: 'schedule', through: 'all_sites', role: 'dispatcher', groupId: 'trading-id', ...given }],
      },
    ],
    groups: [
      {
        groupId: 'trading-id',
        issuer: 'https://login.example.com',
        groupName: 'trading',
        persons: 1,
        grants: [{ can: 'schedule', through: 'all_sites', role: 'dispatcher', ...given }],
      },
    ],
    pools: [{ poolId: 'north-id', poolName: 'North', ...given, seat: null, mayTake: ['optimiser-id', 'ben-id'] }],
  };
  expect(authorityText(full).split('\n').slice(2)).toEqual([
    'WHO         KIND    CAN       BY                                             SINCE                     GIVEN BY      ENDS',
    'Opti\uFFFDmiser  client  schedule  the site                                       not recorded              not recorded  never',
    'Opti\uFFFDmiser  client  schedule  the pool North                                 2026-10-01T10:00:00.000Z  Ada           never',
    'Opti\uFFFDmiser  client  hold      the scope fleet:admin                          2026-10-01T10:00:00.000Z  Ada           never',
    'Ben         person  schedule  dispatcher of all sites, in the group trading  2026-10-01T10:00:00.000Z  Ada           never',
    '',
    'GROUP    PERSONS  BY                       SINCE                     GIVEN BY  ENDS',
    'trading  1        dispatcher of all sites  2026-10-01T10:00:00.000Z  Ada       never',
    '',
    'POOL   SEAT  MAY TAKE IT      SINCE                     GIVEN BY  ENDS',
    'North  free  Opti\uFFFDmiser, Ben  2026-10-01T10:00:00.000Z  Ada       never',
  ]);
});
