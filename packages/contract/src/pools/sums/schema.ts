import { type Static, Type } from 'typebox';
import { FollowedOrder } from '../../following/schema.ts';
import {
  instant,
  instantOrNull,
  integer,
  number,
  numberOrNull,
  orNull,
  text,
  titled,
  uuid,
} from '../../schema/fields.ts';

const pool = {
  poolId: uuid('The pool.'),
  poolName: text('The name of the pool.'),
  memberCount: integer('The number of members now; all figures are sums over them.'),
};

const HeadroomBound = titled('PoolHeadroomBound', {
  because: text('The limit: a command, `rating` or `energy`.'),
  members: integer('For how many members.'),
});

export const PoolHeadroomSum = titled('PoolHeadroomSum', {
  kW: number('The sum over the members where something bounds it.'),
  members: integer('The number of members in the sum.'),
  unbounded: integer('The number of members where nothing is known to bound it. They are not in the sum.'),
  binds: Type.Array(HeadroomBound, { description: 'The limits, the most frequent first.' }),
});
export type PoolHeadroomSum = Static<typeof PoolHeadroomSum>;

export const PoolHeadroomInterval = titled('PoolHeadroomInterval', {
  from: instant('The start.'),
  to: instant('The end, not included.'),
  energyUnknown: integer('The number of members whose stored energy is not known over the whole interval.'),
  afrrImport: PoolHeadroomSum,
  afrrExport: PoolHeadroomSum,
  mfrrImport: PoolHeadroomSum,
  mfrrExport: PoolHeadroomSum,
  fcrImport: PoolHeadroomSum,
  fcrExport: PoolHeadroomSum,
  setpointUp: PoolHeadroomSum,
  setpointDown: PoolHeadroomSum,
});
export type PoolHeadroomInterval = Static<typeof PoolHeadroomInterval>;

export const PoolHeadroom = titled('PoolHeadroom', {
  ...pool,
  unreported: integer('The number of members that have never reported: only what is set bounds them.'),
  intervals: Type.Array(PoolHeadroomInterval, { description: 'In the order of time.' }),
});
export type PoolHeadroom = Static<typeof PoolHeadroom>;

const followedEntries = {
  followed: integer('The number of entries of grid setpoints that were followed.'),
  deviating: integer('The number that were not.'),
  unknown: integer('The number of which too little was measured.'),
  plannedkWh: number('The planned energy over the measured time.'),
  measuredkWh: number('The measured energy over the same time.'),
  orderedkWh: number('Energy that pools ordered in addition to the plan, over the measured minutes with an order.'),
  suppliedkWh: number('The part of it that was supplied.'),
};

const FollowedEntries = titled('FollowedEntries', followedEntries);
export type FollowedEntries = Static<typeof FollowedEntries>;

const MemberFollowing = titled('MemberFollowing', {
  siteId: uuid('The member.'),
  siteName: text('Its name.'),
  reportedAt: instantOrNull('When it reported last; null if never.'),
  order: orNull(FollowedOrder, 'The order of the pool now, and how the member follows it; null without an order.'),
  entries: orNull(
    FollowedEntries,
    'How it followed its grid setpoints in the window; null if the setpoint or the orders changed too often to judge.',
  ),
});
export type MemberFollowing = Static<typeof MemberFollowing>;

export const PoolFollowing = titled('PoolFollowing', {
  ...pool,
  orders: titled('FollowedOrders', {
    followed: integer('The number of members that follow their order, by their last report.'),
    underway: integer('The number that are not there yet, and whose ramp is not over.'),
    deviating: integer('The number that do not follow it.'),
    unknown: integer('The number of which that is not known; `because` of each member says why.'),
    none: integer('The number of members that are asked for nothing now.'),
    orderedkW: number('The sum of the orders of all members now.'),
    suppliedkW: numberOrNull('The sum supplied by members whose supply is known; null if it is known of none.'),
    unknownkW: number('The sum of the orders of members whose supply is not known.'),
  }),
  entries: titled('PoolFollowedEntries', {
    ...followedEntries,
    unjudged: integer('The number of members that were changed or asked too often to be judged.'),
  }),
  members: Type.Array(MemberFollowing, {
    description: 'All members, and those that left and may still follow their last order; sorted by `siteId`.',
  }),
});
export type PoolFollowing = Static<typeof PoolFollowing>;

export const PoolSuppliedSlot = titled('PoolSuppliedSlot', {
  startAt: instant('The start.'),
  endAt: instant('The end, not included.'),
  orderedkW: number('The sum of the orders, as the mean of the slot.'),
  suppliedkW: numberOrNull(
    'The sum supplied by members whose supply is known: measured minus planned without the orders of the pool, as the mean of the slot; null if it is known of none.',
  ),
  members: integer('The number of members with an order of which it is known.'),
  unknown: integer('The number of members with an order of which it is not known.'),
});
export type PoolSuppliedSlot = Static<typeof PoolSuppliedSlot>;

export const PoolSupplied = titled('PoolSupplied', {
  poolId: pool.poolId,
  poolName: pool.poolName,
  slots: Type.Array(PoolSuppliedSlot, {
    description:
      'In the order of time: minutes, or quarters of an hour where minutes are no longer kept; those in which members were asked for something.',
  }),
});
export type PoolSupplied = Static<typeof PoolSupplied>;
