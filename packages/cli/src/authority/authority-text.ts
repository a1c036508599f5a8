import { type Actor, actorText, type AuthorityGrant, type SiteAuthority } from '@setpoint/contract';
import { coveredText } from '../holds/covered-text.ts';
import { sentence } from '../text/printable.ts';
import { tableText } from '../text/table-text.ts';

const NOT_RECORDED = 'not recorded';

/** Who can command a site, as tables; of what there is none, there is no table. */
export function authorityText(authority: SiteAuthority): string {
  const { siteName, at, callers } = authority;
  const none = callers.length === 0 ? ['No client and no person can.'] : [];
  const head = sentence`Callers that can command ${siteName} at ${at}:`;
  return [head, ...none, ...sectionsOf(authority)].join('\n\n');
}

function sectionsOf({ callers, groups, actingClients, pools, controllerKeys, holds }: SiteAuthority): string[] {
  const names = new Map<string, string>([
    ...pools.map(({ poolId, poolName }) => [poolId, poolName] as const),
    ...groups.map(({ groupId, groupName }) => [groupId, groupName] as const),
    ...callers.map(({ id, name }) => [id, name] as const),
  ]);
  const nameOf = (id: string) => names.get(id) ?? id;
  return [
    ...section(
      ['WHO', 'KIND', 'CAN', 'BY', ...GIVEN],
      callers.flatMap(({ name, kind, grants }) =>
        grants.map((grant) => [name, kind, grant.can, byText(grant, nameOf), ...givenCells(grant)]),
      ),
    ),
    ...section(
      ['GROUP', 'PERSONS', 'BY', ...GIVEN],
      groups.flatMap(({ groupName, persons, grants }) =>
        grants.map((grant) => [groupName, String(persons), byText(grant, nameOf), ...givenCells(grant)]),
      ),
    ),
    ...section(
      ['ACTS FOR PERSONS', ...GIVEN],
      actingClients.map(({ clientName, ...given }) => [clientName, ...givenCells({ ...given, endsAt: null })]),
    ),
    ...section(
      ['POOL', 'SEAT', 'MAY TAKE IT', ...GIVEN],
      pools.map(({ poolName, seat, mayTake, ...given }) => [
        poolName,
        seat === null ? 'free' : actorText(seat.holder),
        mayTake.map(nameOf).join(', '),
        ...givenCells(given),
      ]),
    ),
    ...section(
      ['CONTROLLER KEY', 'LAST USED', ...GIVEN],
      controllerKeys.map(({ keyId, lastUsedAt, ...given }) => [keyId, lastUsedAt ?? 'never', ...givenCells(given)]),
    ),
    ...section(
      ['HOLD', 'COVERS', 'SINCE', 'BY WHOM', 'REASON'],
      holds.map((hold) => [hold.holdId, coveredText(hold), hold.createdAt, giverText(hold.actor), hold.reason ?? '']),
    ),
  ];
}

const GIVEN = ['SINCE', 'GIVEN BY', 'ENDS'];

function section(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  return rows.length === 0 ? [] : [tableText(head, rows)];
}

interface Given {
  readonly since: string | null;
  readonly givenBy: Actor | null;
  readonly endsAt: string | null;
}

function givenCells({ since, givenBy, endsAt }: Given): string[] {
  return [since ?? NOT_RECORDED, giverText(givenBy), endsAt ?? 'never'];
}

function giverText(actor: Actor | null): string {
  return actor === null ? NOT_RECORDED : actorText(actor);
}

function byText({ through, poolId, groupId, role }: AuthorityGrant, nameOf: (id: string) => string): string {
  const place = {
    site: 'the site',
    pool: `the pool ${nameOf(poolId ?? '')}`,
    all_sites: 'all sites',
    scope: 'the scope fleet:admin',
  }[through];
  const what = role === undefined ? place : `${role} of ${place}`;
  return groupId === undefined ? what : `${what}, in the group ${nameOf(groupId)}`;
}
