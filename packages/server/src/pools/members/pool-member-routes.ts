import { AppError, type PoolMember } from '@setpoint/contract';
import { instantText } from '@setpoint/core';
import type { CursorShape } from '../../http/read/cursor-shape.ts';
import { noSuch } from '../../http/send/no-such.ts';
import { cutPage, readPage } from '../../http/read/read-page.ts';
import type { Serve } from '../../serving/serve-operations.ts';
import type { StoreAndClock } from '../../serving/store-and-clock.ts';
import { NEVER } from '../../store/in-force.ts';
import { type ListedMember, listPoolMembers, type MemberPosition } from './list-pool-members.ts';
import { membershipRefusal } from './membership-refusal.ts';
import { putPoolMember, removePoolMember } from './put-pool-member.ts';
import { readMembership } from './read-memberships.ts';
import { visiblePoolOrThrow } from '../read-pool.ts';

const BY_SITE: CursorShape<MemberPosition> = {
  start: { siteId: '', from: 0 },
  partsOf: ({ siteId, from }) => [siteId, String(from)],
  positionOf: ([siteId, from = '', ...rest]) =>
    siteId !== undefined && /^\d{1,15}$/.test(from) && rest.length === 0 ? { siteId, from: Number(from) } : undefined,
};

/** Which sites are members of a pool, were, and will be. */
export function poolMemberRoutes(serve: Serve, { store, now }: StoreAndClock): void {
  serve('listPoolMembers', async ({ caller, ids, query }) => {
    const wanted = readPage(query, BY_SITE);
    const { at, knownAt } = query;
    const { poolId } = (await visiblePoolOrThrow(store, caller, ids.poolId)).pool;
    if (knownAt !== undefined && knownAt > now())
      throw new AppError('bad_request', 'knownAt must not be in the future');
    const { after, limit } = wanted;
    const members = await store.read(listPoolMembers, { poolId, after, limit: limit + 1, at, knownAt, now: now() });
    const page = cutPage(members, wanted, (member) => member);
    return { members: page.items.map(memberOf), nextCursor: page.nextCursor };
  });

  serve('putPoolMember', async ({ ids: { poolId, siteId }, body, by }) => {
    const at = now();
    const membership = readMembership(body, at);
    if (membership.to <= at) throw new AppError('bad_request', 'to: is in the past');
    const outcome = await store.write(putPoolMember, { poolId, siteId, membership, now: at, by });
    if (outcome.kind === 'pool_missing') throw noSuch('pool');
    const refusal = membershipRefusal(outcome);
    if (refusal !== undefined) throw refusal;
    const after = { siteId, from: -1 };
    const [member] = await store.read(listPoolMembers, { poolId, after, limit: 1, now: at });
    // Somebody else may have removed it since.
    if (member?.siteId !== siteId) throw noSuch('site', siteId);
    return memberOf(member);
  });

  serve('removePoolMember', async ({ ids, by }) => {
    const { kind } = await store.write(removePoolMember, { ...ids, now: now(), by });
    if (kind === 'pool_missing') throw noSuch('pool');
    if (kind === 'member_missing') throw new AppError('not_found', 'this site is not a member of this pool');
  });
}

function memberOf({ siteId, siteName, from, to, role, rank, rampKwPerSecond }: ListedMember): PoolMember {
  return {
    siteId,
    siteName,
    from: instantText(from),
    to: to === NEVER ? null : instantText(to),
    role,
    rank,
    rampKwPerSecond,
  };
}
