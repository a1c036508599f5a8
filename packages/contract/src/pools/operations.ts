import {
  type Pool,
  PoolList,
  PoolMember,
  PoolMemberList,
  PoolStatus,
  PutPoolMemberRequest,
  PutPoolRequest,
} from './schema.ts';
import { LIMITS } from '../limits.ts';
import { PATHS } from '../paths.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { bodyOf, type Operation, ok } from '../operations/operation.ts';
import { INSTANT, optionalQuery, PARAMETERS, pathId } from '../operations/parameters.ts';
import { badBody, badQuery, conflict, forbidden, notFound, REFUSALS, tooLarge } from '../operations/refusals.ts';

export const POOL_ID = '0b7c3f52-6a1d-4e39-8c55-d1f0a7e2b946';
const tag = 'Pools';
export const poolId = pathId('poolId', POOL_ID, 'A UUID of any version, in upper or lower case.');
const pool: Pool = {
  poolId: POOL_ID,
  poolName: 'aFRR north',
  service: 'afrr',
  split: 'proportional',
  enduranceMinutes: 60,
};
const status: PoolStatus = { ...pool, memberCount: 212, seat: null, canSignal: true };
const member: PoolMember = {
  siteId: EXAMPLES.siteId,
  siteName: 'Nordhafen',
  from: '2026-10-01T00:00:00.000Z',
  to: null,
  role: 'primary',
  rank: 0,
  rampKwPerSecond: 40,
};

const noSuchMember = notFound(
  'There is no such pool, or no such site.',
  'there is no such site: 6f1c9a52-8d3e-4b7a-9c60-2f4e8b1d7a35',
);
const inAnotherPool = conflict(
  'A site would be in two pools of the same service at a time, or there would be more members than a pool may have.',
  'the site 6f1c9a52-8d3e-4b7a-9c60-2f4e8b1d7a35 is in the pool aFRR south at that time',
);

const listPools = {
  id: 'listPools',
  head: false,
  method: 'get',
  path: PATHS.fleetPools,
  tag,
  scope: 'sites:read',
  summary: 'List the pools',
  description: 'One page of the pools that the client has a grant of. An operator sees all pools.',
  parameters: [...PARAMETERS.page],
  success: ok('One page of pools.', PoolList, { pools: [pool], nextCursor: null }),
  otherwise: [badQuery('limit must be a whole number from 1 to 1000')],
} as const satisfies Operation;

const getPool = {
  id: 'getPool',
  head: false,
  method: 'get',
  path: PATHS.fleetPool,
  tag,
  scope: 'sites:read',
  summary: 'Read a pool',
  description: 'The pool, how many members it has now, who sends its signals, and whether the caller may.',
  parameters: [poolId],
  success: ok('The pool.', PoolStatus, status),
  otherwise: [REFUSALS.noQuery, REFUSALS.noSuchPool],
} as const satisfies Operation;

const putPool = {
  id: 'putPool',
  method: 'put',
  path: PATHS.fleetPool,
  tag,
  scope: 'fleet:admin',
  summary: 'Add or change a pool',
  description:
    'Adds the pool with this id, or changes it. The service of a pool cannot be changed. With `members`, the pool has exactly those from now on; the past stays as it was. Sending the same again changes nothing. At most 4 MiB.',
  parameters: [poolId],
  request: {
    ...bodyOf(PutPoolRequest, {
      poolName: 'aFRR north',
      service: 'afrr',
      split: 'proportional',
      enduranceMinutes: 60,
      members: [{ siteId: EXAMPLES.siteId, rampKwPerSecond: 40 }],
    }),
    maxBytes: LIMITS.maxBodyBytes,
  },
  success: ok('The pool as it is now.', PoolStatus, status),
  otherwise: [
    badBody('members[0].to: must be after from'),
    noSuchMember,
    conflict(
      'The pool provides another service, or a site would be in two pools of the same service at a time, or there are 1,000 pools.',
      'the service of a pool cannot be changed; this one provides afrr',
    ),
    tooLarge('The body is larger than 4 MiB. The connection is closed.', 'a body may have at most 4194304 bytes'),
  ],
} as const satisfies Operation;

const removePool = {
  id: 'removePool',
  method: 'delete',
  path: PATHS.fleetPool,
  tag,
  scope: 'fleet:admin',
  summary: 'Remove a pool',
  description: 'All members leave now, and the grants of the pool end. Schedules of the sites stay set.',
  parameters: [poolId],
  success: { status: 204, description: 'The pool is removed.' },
  otherwise: [REFUSALS.noQuery, REFUSALS.noSuchPool],
} as const satisfies Operation;

const listPoolMembers = {
  id: 'listPoolMembers',
  head: false,
  method: 'get',
  path: PATHS.fleetPoolMembers,
  tag,
  scope: 'sites:read',
  summary: 'List the members of a pool',
  description:
    'One page of memberships. Without `at`, all that are not over: those of now and those to come. With `knownAt`, as they were known at that instant, whatever was changed since.',
  parameters: [
    poolId,
    ...PARAMETERS.page,
    optionalQuery('at', 'Only the members at this instant.', INSTANT),
    optionalQuery('knownAt', 'As known at this instant; not in the future.', INSTANT),
  ],
  success: ok('One page of members.', PoolMemberList, { members: [member], nextCursor: null }),
  otherwise: [badQuery('at: must be an RFC 3339 date-time with seconds and an offset'), REFUSALS.noSuchPool],
} as const satisfies Operation;

const putPoolMember = {
  id: 'putPoolMember',
  method: 'put',
  path: PATHS.fleetPoolMember,
  tag,
  scope: 'fleet:admin',
  summary: 'Add or change a member',
  description:
    'The site is a member as the body says, from now on; the past stays as it was. Sending the same again changes nothing.',
  parameters: [poolId, PARAMETERS.siteId],
  request: bodyOf(PutPoolMemberRequest, { role: 'primary', rampKwPerSecond: 40 }),
  success: ok('The membership that is in force or comes next.', PoolMember, member),
  otherwise: [badBody('to: must be after from'), noSuchMember, inAnotherPool],
} as const satisfies Operation;

const removePoolMember = {
  id: 'removePoolMember',
  method: 'delete',
  path: PATHS.fleetPoolMember,
  tag,
  scope: 'fleet:admin',
  summary: 'Remove a member',
  description: 'The site leaves the pool now. That it was a member until now stays known.',
  parameters: [poolId, PARAMETERS.siteId],
  success: { status: 204, description: 'The site is no member any more.' },
  otherwise: [
    REFUSALS.noQuery,
    notFound('There is no such pool, or the site is not its member.', 'this site is not a member of this pool'),
  ],
} as const satisfies Operation;

/** How a caller is refused that may not ask the pool for power. */
export const mayNotAsk = [
  forbidden(
    'The client may only read the pool, or the token lacks the scope.',
    'this client has no grant that allows this',
  ),
  REFUSALS.noSuchPool,
] as const;

export const poolOperations = [
  listPools,
  getPool,
  putPool,
  removePool,
  listPoolMembers,
  putPoolMember,
  removePoolMember,
] as const satisfies readonly Operation[];
