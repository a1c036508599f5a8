import type { AuthorityGrant, ClientId } from '@setpoint/contract';
import { NEVER } from '../store/in-force.ts';
import { endText } from './end-text.ts';
import type { Given } from './find-givers.ts';
import type { Giving } from './list-givings.ts';
import type { GroupMember } from './list-group-members.ts';

interface Found {
  readonly givings: readonly Giving[];
  readonly members: readonly GroupMember[];
  /** When something was given, and by whom. */
  readonly givenOf: (subject: string) => Given;
}

/** Why somebody can set something on a site: what was given to it, and to its groups. */
export function whyOf({ givings, members, givenOf }: Found): (callerId: ClientId) => AuthorityGrant[] {
  const byHolder = Map.groupBy(givings, ({ holderId }) => holderId);
  const byPerson = Map.groupBy(members, ({ personId }) => personId);
  const grantOf = (giving: Giving, more: Pick<AuthorityGrant, 'groupId'>, until: number | null): AuthorityGrant => {
    const { through, poolId, role, endsAt, subject } = giving;
    return {
      can: 'schedule',
      through,
      ...(poolId === undefined ? {} : { poolId }),
      ...more,
      ...(role === null ? {} : { role }),
      ...givenOf(subject),
      endsAt: endText(Math.min(endsAt, until ?? NEVER)),
    };
  };
  return (callerId) => [
    ...(byHolder.get(callerId) ?? []).map((giving) => grantOf(giving, {}, null)),
    ...(byPerson.get(callerId) ?? []).flatMap(({ groupId, endsAt }) =>
      (byHolder.get(groupId) ?? []).map((giving) => grantOf(giving, { groupId }, endsAt)),
    ),
  ];
}
