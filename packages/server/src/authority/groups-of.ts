import type { AuthorityGrant, AuthorityGroup, ClientId } from '@setpoint/contract';
import type { GroupMember } from './list-group-members.ts';

interface Known {
  readonly why: (groupId: ClientId) => AuthorityGrant[];
  readonly isAble: (personId: ClientId) => boolean;
}

/** The groups that were given something, with how many of those in them are let in. */
export function groupsOf(members: readonly GroupMember[], { why, isAble }: Known): AuthorityGroup[] {
  return [...Map.groupBy(members, ({ groupId }) => groupId)].flatMap(([groupId, rows]) => {
    const [first] = rows;
    if (first === undefined) return [];
    const persons = rows.filter(({ personId }) => personId !== null && isAble(personId)).length;
    const { issuer, groupName } = first;
    return [{ groupId, issuer, groupName, persons, grants: why(groupId) }];
  });
}
