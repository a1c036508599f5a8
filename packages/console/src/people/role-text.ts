import type { GivenRole, Group, Person } from '@setpoint/contract';

type Role = GivenRole['role'];

/** What the holder of a role may do, where it was granted. */
export const MAY: Readonly<Record<Role, string>> = {
  viewer: 'see sites, plans, history and events',
  dispatcher: 'see, set schedules, ask pools for power, hold and release',
  operator: 'do everything: set schedules, hold and release, and change sites, clients, people and keys',
  auditor: 'read everything, the audit log too, and change nothing',
};

export type PlaceName = (place: Pick<GivenRole, 'siteId' | 'poolId'>) => string;

/** Such as `dispatcher on Harbour until 2030-01-31 10:00 UTC`. */
export function roleText(granted: GivenRole, placeName: PlaceName): string {
  return `${granted.role} on ${placeName(granted)}${endText(granted)}`;
}

const MINUTES_END = 16;

function endText({ endsAt }: GivenRole): string {
  return endsAt === undefined ? '' : ` until ${endsAt.slice(0, MINUTES_END).replace('T', ' ')} UTC`;
}

/** All that a person may do, a sentence for each role: those of the person first, then those of groups. */
export function mayTexts(person: Person, groups: readonly Group[], placeName: PlaceName): string[] {
  if (!person.isEnabled) return ['May not sign in: disabled.'];
  const own = person.roles.map((granted) => mayText(granted, placeName));
  const ofGroups = groups
    .filter(({ issuer, groupName }) => issuer === person.issuer && person.groups.includes(groupName))
    .flatMap(({ groupName, roles }) =>
      roles.map((granted) => `${mayText(granted, placeName)} Through the group ${groupName}.`),
    );
  const found = [...own, ...ofGroups];
  return found.length === 0 ? ['May sign in, and see nothing: no role, and no group with one.'] : found;
}

function mayText(granted: GivenRole, placeName: PlaceName): string {
  return `May ${MAY[granted.role]}, on ${placeName(granted)}${endText(granted)}.`;
}
