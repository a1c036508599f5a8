import { PoolAvailability, PoolAvailabilitySum } from './schema.ts';
import { PATHS } from '../../paths.ts';
import { EXAMPLES } from '../../operations/examples.ts';
import { bodyOf, eventStreamOf, type Operation, get } from '../../operations/operation.ts';
import { PARAMETERS } from '../../operations/parameters.ts';
import { badQuery, REFUSALS } from '../../operations/refusals.ts';
import { POOL_ID, poolId } from '../operations.ts';

const figures = { bookedkW: 400, availablekW: 350, in30sKw: 120, in300sKw: 350, in750sKw: 350, enduranceMinutes: 42 };
const ofMember = { ...figures, binds: 'grid/upperLimitkW' };
const ofPool = { ...figures, binds: [{ because: 'grid/upperLimitkW', members: 1 }] };

const sum: PoolAvailabilitySum = {
  poolId: POOL_ID,
  at: '2026-10-01T10:14:08.000Z',
  memberCount: 1,
  import: ofPool,
  export: ofPool,
};

export const availabilityOperations = [
  {
    id: 'getPoolAvailability',
    head: false,
    ...get(PATHS.fleetPoolAvailability),
    tag: 'Pools',
    scope: 'sites:read',
    summary: 'Read what a pool can give now',
    description:
      'Booked power, how much of it is available now in each direction, how fast and for how long, and what limits it: for the whole pool, and for one page of members. With `Accept: text/event-stream`, a stream: the pool as a whole (`PoolAvailabilitySum`) now and whenever it is otherwise, at most once a second, until the connection closes or the grant ends.',
    parameters: [poolId, ...PARAMETERS.page],
    success: {
      status: 200,
      description: 'The availability of the pool, with one page of members.',
      body: bodyOf(PoolAvailability, {
        ...sum,
        members: [{ siteId: EXAMPLES.siteId, import: ofMember, export: ofMember }],
        nextCursor: null,
      }),
      alsoAs: eventStreamOf(PoolAvailabilitySum, `event: availability\ndata: ${JSON.stringify(sum)}\n\n`),
    },
    otherwise: [badQuery('limit must be a whole number from 1 to 1000'), REFUSALS.noSuchPool],
  },
] as const satisfies readonly Operation[];
