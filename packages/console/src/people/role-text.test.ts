import { type Group, type Person, ROLES } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { MAY, mayTexts, roleText } from './role-text.ts';

const placeName = ({ siteId, poolId }: { siteId?: string; poolId?: string }) =>
  poolId !== undefined ? `the pool ${poolId}` : (siteId ?? 'all sites');

const person = {
  issuer: 'https://idp.example',
  groups: ['trading', 'unnamed'],
  roles: [{ role: 'viewer', allSites: true }],
  isEnabled: true,
} as unknown as Person;

const group = (issuer: string) =>
  ({
    issuer,
    groupName: 'trading',
    roles: [{ role: 'dispatcher', siteId: 'Harbour', endsAt: '2030-01-31T10:00:00.000Z' }],
  }) as unknown as Group;

it('a person may do what the roles allow: their own, and those of groups of the same provider', () => {
  expect(mayTexts(person, [group('https://idp.example'), group('https://other.example')], placeName)).toEqual([
    `May ${MAY.viewer}, on all sites.`,
    `May ${MAY.dispatcher}, on Harbour until 2030-01-31 10:00 UTC. Through the group trading.`,
  ]);
  expect(mayTexts({ ...person, isEnabled: false }, [], placeName)).toEqual(['May not sign in: disabled.']);
  expect(mayTexts({ ...person, roles: [] }, [], placeName)).toEqual([
    'May sign in, and see nothing: no role, and no group with one.',
  ]);
});

it('each role has its words', () => {
  expect(Object.keys(MAY).toSorted()).toEqual([...ROLES].toSorted());
  expect(roleText({ role: 'viewer', poolId: 'aFRR north' }, placeName)).toBe('viewer on the pool aFRR north');
});
