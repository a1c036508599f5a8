import { AppError, PATHS, type PoolMember, type PoolMemberList, PutPoolMemberRequest } from '@setpoint/contract';
import { instantText } from '@setpoint/core';
import type { FastifyInstance } from 'fastify';
import { siteIdOrThrow } from '../access/site-id-of.ts';
import type { CursorShape } from '../http/cursor-shape.ts';
import { noSuch } from '../http/no-such.ts';
import { readInstant } from '../http/read-instant.ts';
import { readJson } from '../http/read-json.ts';
import { cutPage, readPage } from '../http/read-page.ts';
import { readQuery } from '../http/read-query.ts';
import { WITHOUT_HEAD } from '../http/without-head.ts';
import { NEVER } from '../store/in-force.ts';
import { valueOrThrow } from '../wire/value-or-throw.ts';
import { type ListedMember, listPoolMembers, type MemberPosition } from './list-pool-members.ts';
import { membershipRefusal } from './membership-refusal.ts';
import { poolIdOrThrow, type PoolRoutes, visiblePoolOrThrow } from './pool-routes.ts';
import { putPoolMember } from './put-pool-member.ts';
import { readMembership } from './read-memberships.ts';
import { removePoolMember } from './remove-pool-member.ts';
import { deedOf } from '../access/deed-of.ts';

const checkPutMember = valueOrThrow(PutPoolMemberRequest);

const BY_SITE: CursorShape<MemberPosition> = {
  start: { siteId: '', from: 0 },
  partsOf: ({ siteId, from }) => [siteId, String(from)],
  positionOf: ([siteId, from = '', ...rest]) =>
    siteId !== undefined && /^\d{1,15}$/.test(from) && rest.length === 0 ? { siteId, from: Number(from) } : undefined,
};

/** Which sites are members of a pool, were, and will be. */
export function poolMemberRoutes(app: FastifyInstance, options: PoolRoutes): void {
  const { access, store, now } = options;

  app.get(PATHS.fleetPoolMembers, WITHOUT_HEAD, async (request): Promise<PoolMemberList> => {
    const caller = await access.caller(request, 'sites:read');
    const wanted = readPage(request, BY_SITE, ['at', 'knownAt']);
    const at = readMoment('at', wanted.query.at);
    const knownAt = readMoment('knownAt', wanted.query.knownAt);
    const { poolId } = (await visiblePoolOrThrow(options, caller, request)).pool;
    if (knownAt !== undefined && knownAt > now()) throw new AppError('bad_request', 'knownAt: is in the future');
    const { after, limit } = wanted;
    const members = await store.read(listPoolMembers, { poolId, after, limit: limit + 1, at, knownAt, now: now() });
    const page = cutPage(members, wanted, (member) => member);
    return { members: page.items.map(memberOf), nextCursor: page.nextCursor };
  });

  app.put(PATHS.fleetPoolMember, async (request): Promise<PoolMember> => {
    const by = deedOf(request, await access.caller(request, 'fleet:admin'));
    readQuery(request, []);
    const poolId = poolIdOrThrow(request);
    const siteId = siteIdOrThrow(request);
    const at = now();
    const membership = readMembership(await readJson(request, checkPutMember), at);
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

  app.delete(PATHS.fleetPoolMember, async (request, reply) => {
    const by = deedOf(request, await access.caller(request, 'fleet:admin'));
    readQuery(request, []);
    const input = { poolId: poolIdOrThrow(request), siteId: siteIdOrThrow(request), now: now(), by };
    const { kind } = await store.write(removePoolMember, input);
    if (kind === 'pool_missing') throw noSuch('pool');
    if (kind === 'member_missing') throw new AppError('not_found', 'this site is not a member of this pool');
    reply.code(204);
  });
}

function readMoment(name: string, text: string | undefined): number | undefined {
  return text === undefined ? undefined : readInstant(name, text);
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
