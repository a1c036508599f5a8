import { type Static, Type } from 'typebox';
import {
  instant,
  integer,
  nextCursor,
  number,
  numberOrNull,
  text,
  textOrNull,
  titled,
  uuid,
} from '../../schema/fields.ts';

const reachable = {
  in30sKw: number('The power that can be reached in 30 s from the present order, in kW.'),
  in300sKw: number('The same in 300 s.'),
  in750sKw: number('The same in 750 s.'),
};

const figures = {
  bookedkW: number('The power booked for the service now, in kW.'),
  availablekW: number(
    'The part of it that can be asked for now, in kW; of a storage, only as much as it can give for as long as the pool must.',
  ),
  ...reachable,
  enduranceMinutes: numberOrNull(
    'How long the storages last at `availablekW`, in minutes; null where nothing is known to end it.',
  ),
};

const AvailabilityBound = titled('AvailabilityBound', {
  because: text('The limits, as in `PoolShare`.'),
  members: integer('For how many members.'),
});

const PoolAvailabilityFigures = titled('PoolAvailabilityFigures', {
  ...figures,
  binds: Type.Array(AvailabilityBound, { description: 'The limits of the members, the most frequent first.' }),
});

const MemberAvailabilityFigures = titled('MemberAvailabilityFigures', {
  ...figures,
  binds: textOrNull('The limit: `offline` and so on, `rating`, or a pair.'),
});

const MemberAvailability = titled('MemberAvailability', {
  siteId: uuid('The member.'),
  import: MemberAvailabilityFigures,
  export: MemberAvailabilityFigures,
});

const ofPool = {
  poolId: uuid('The pool.'),
  at: instant('When it was worked out.'),
  memberCount: integer('The number of members now.'),
  import: PoolAvailabilityFigures,
  export: PoolAvailabilityFigures,
};

/** What the stream says each time: the pool as a whole. */
export const PoolAvailabilitySum = titled('PoolAvailabilitySum', ofPool);
export type PoolAvailabilitySum = Static<typeof PoolAvailabilitySum>;

export const PoolAvailability = titled('PoolAvailability', {
  ...ofPool,
  members: Type.Array(MemberAvailability, { description: 'One page of members, sorted by `siteId`.' }),
  nextCursor,
});
export type PoolAvailability = Static<typeof PoolAvailability>;
