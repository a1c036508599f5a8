import { type Static, Type } from 'typebox';
import { LIMITS } from '../limits.ts';
import { PoolSeat } from './seats/schema.ts';
import {
  boolean,
  instant,
  instantOrNull,
  integer,
  line,
  named,
  nextCursor,
  orNull,
  textOrNull,
  titled,
  used,
  uuid,
} from '../schema/fields.ts';

export const POOL_SERVICES = ['afrr', 'mfrr'] as const;
export type PoolServiceName = (typeof POOL_SERVICES)[number];

const POOL_SPLITS = ['proportional', 'merit', 'energy'] as const;
export type PoolSplitName = (typeof POOL_SPLITS)[number];

const MEMBER_ROLES = ['primary', 'backup'] as const;
export type MemberRoleName = (typeof MEMBER_ROLES)[number];

export const PoolService = named(
  'PoolService',
  POOL_SERVICES,
  'The service that the members of a pool provide together.',
);

const PoolSplit = named(
  'PoolSplit',
  POOL_SPLITS,
  'How a signal is divided. `proportional`: by what each member can give. `merit`: the lowest `rank` first. `energy`: so that the charge levels of batteries meet.',
);

const MemberRole = named(
  'MemberRole',
  MEMBER_ROLES,
  '`backup`: takes part only in what primary members cannot give together.',
);

const poolName = line(LIMITS.maxNameLength, 'A name for people.');
const enduranceMinutes = Type.Integer({
  minimum: 1,
  maximum: 1_440,
  description: 'How long the pool must be able to give its full power, in minutes.',
});
const rank = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description: 'With the split `merit`, the lowest comes first.',
});
const rampKwPerSecond = Type.Unsafe<number | null>({
  type: ['number', 'null'],
  exclusiveMinimum: 0,
  maximum: 1_000_000,
  description: 'How fast the site changes its power, in kW per second; null: at once.',
});

export const DEFAULT_ENDURANCE_MINUTES = 60;

const stretch = {
  from: Type.Optional(instant('When the membership begins. Left out or in the past: now.')),
  to: Type.Optional(instantOrNull('When it ends, not included. Left out or null: never.')),
  role: Type.Optional(used(MemberRole, 'The role; `primary` if left out.')),
  rank: Type.Optional(rank),
  rampKwPerSecond: Type.Optional(rampKwPerSecond),
};

export const PutPoolMemberRequest = titled('PutPoolMemberRequest', stretch);
export type PutPoolMemberRequest = Static<typeof PutPoolMemberRequest>;

export const PoolMembership = titled(
  'PoolMembership',
  { siteId: uuid('The site.'), ...stretch },
  { description: 'A site in a pool, for a stretch of time.' },
);
export type PoolMembership = Static<typeof PoolMembership>;

const settings = { poolName, service: PoolService, split: PoolSplit };

export const PutPoolRequest = titled('PutPoolRequest', {
  ...settings,
  enduranceMinutes: Type.Optional(enduranceMinutes),
  members: Type.Optional(
    Type.Array(PoolMembership, {
      maxItems: LIMITS.maxPoolMembers,
      description:
        'All members from now on; a member that is not named leaves now. Left out, the members stay as they are.',
    }),
  ),
});
export type PutPoolRequest = Static<typeof PutPoolRequest>;

const poolFields = { poolId: uuid('The pool.'), ...settings, enduranceMinutes };

export const Pool = titled('Pool', poolFields);
export type Pool = Static<typeof Pool>;

export const PoolStatus = titled(
  'PoolStatus',
  {
    ...poolFields,
    memberCount: integer('The number of sites that are members now.'),
    seat: orNull(PoolSeat, 'The sender of the signals of the pool; null: the next sender gets the seat.'),
    canSignal: boolean(
      'Whether the caller may send the pool signals, once it has the seat: by its scope and its grant, as they are now.',
    ),
  },
  { description: 'A pool, and how it is.' },
);
export type PoolStatus = Static<typeof PoolStatus>;

export const PoolList = titled('PoolList', {
  pools: Type.Array(Pool, { description: 'Sorted by name, then by `poolId`.' }),
  nextCursor,
});
export type PoolList = Static<typeof PoolList>;

export const PoolMember = titled('PoolMember', {
  siteId: uuid('The site.'),
  siteName: textOrNull('The name of the site; null if it was removed since.'),
  from: instant('When the membership begins.'),
  to: instantOrNull('When it ends, not included; null: never.'),
  role: MemberRole,
  rank,
  rampKwPerSecond,
});
export type PoolMember = Static<typeof PoolMember>;

export const PoolMemberList = titled('PoolMemberList', {
  members: Type.Array(PoolMember, { description: 'Sorted by `siteId`, then by `from`.' }),
  nextCursor,
});
export type PoolMemberList = Static<typeof PoolMemberList>;

export const KeptPool = titled(
  'KeptPool',
  {
    ...poolFields,
    members: Type.Array(PoolMembership, { maxItems: LIMITS.maxPoolMembers }),
  },
  { description: 'A pool with the members that it has now, or will have.' },
);
export type KeptPool = Static<typeof KeptPool>;
