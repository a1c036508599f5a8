import { PoolFollowing, PoolHeadroom, PoolSupplied } from './schema.ts';
import { PATHS } from '../../paths.ts';
import { EXAMPLES } from '../../operations/examples.ts';
import { type Operation, ok } from '../../operations/operation.ts';
import { PARAMETERS } from '../../operations/parameters.ts';
import { badQuery, REFUSALS } from '../../operations/refusals.ts';
import { LIMITS } from '../../limits.ts';
import { POOL_ID, poolId } from '../operations.ts';

const reading = { method: 'get', tag: 'Pools', scope: 'sites:read' } as const;
const named = { poolId: POOL_ID, poolName: 'aFRR north' };
const pool = { ...named, memberCount: 1 };
const windowTooLong = badQuery(`from and to may be at most ${LIMITS.maxPoolWindowHours} hours apart for a pool`);
const limited = { kW: 100, members: 1, unbounded: 0, binds: [{ because: 'grid/upperLimitkW', members: 1 }] };
const entries = {
  followed: 8,
  deviating: 0,
  unknown: 0,
  plannedkWh: 200,
  measuredkWh: 198.2,
  orderedkWh: 12.5,
  suppliedkWh: 12.1,
};

export const sumOperations = [
  {
    ...reading,
    id: 'getPoolHeadroom',
    bound: 'computed',
    path: PATHS.fleetPoolHeadroom,
    summary: 'Read the headroom of a pool',
    description:
      'How much more fits on the present members on top of what is set, in each interval: the sum over the members, and what limits it.',
    parameters: [poolId, ...PARAMETERS.window, PARAMETERS.resolution],
    success: ok('The sums, interval by interval.', PoolHeadroom, {
      ...pool,
      unreported: 0,
      intervals: [
        {
          from: '2026-10-25T00:00:00.000Z',
          to: '2026-10-25T00:15:00.000Z',
          energyUnknown: 0,
          afrrImport: limited,
          afrrExport: limited,
          mfrrImport: limited,
          mfrrExport: limited,
          fcrImport: limited,
          fcrExport: limited,
          setpointUp: limited,
          setpointDown: limited,
        },
      ],
    }),
    otherwise: [REFUSALS.badWindow, REFUSALS.noSuchPool],
  },
  {
    ...reading,
    id: 'getPoolFollowing',
    bound: 'computed',
    path: PATHS.fleetPoolFollowing,
    summary: 'Read how a pool follows',
    description: `How the members of now follow what the pool asks of them, by their last reports, and how they followed their grid setpoints in a window of at most ${LIMITS.maxPoolWindowHours} hours: in sum, and each.`,
    parameters: [poolId, ...PARAMETERS.window],
    success: ok('The sums, and each member.', PoolFollowing, {
      ...pool,
      orders: {
        followed: 1,
        underway: 0,
        deviating: 0,
        unknown: 0,
        none: 0,
        orderedkW: 58.491,
        suppliedkW: 57.9,
        unknownkW: 0,
      },
      entries: { ...entries, unjudged: 0 },
      members: [
        {
          siteId: EXAMPLES.siteId,
          siteName: 'Nordhafen',
          reportedAt: '2026-10-01T10:14:07.480Z',
          order: {
            poolId: POOL_ID,
            service: 'afrr',
            sequence: 4711,
            kW: 58.491,
            validUntil: '2026-10-01T10:14:20.000Z',
            by: 'order',
            state: 'followed',
            because: null,
            suppliedkW: 57.9,
          },
          entries,
        },
      ],
    }),
    otherwise: [windowTooLong, REFUSALS.noSuchPool],
  },
  {
    ...reading,
    id: 'getPoolSupplied',
    bound: 'computed',
    path: PATHS.fleetPoolSupplied,
    summary: 'Read what a pool supplied',
    description: `Power ordered from the members of the time and supplied by them, minute by minute, in a window of at most ${LIMITS.maxPoolWindowHours} hours: every minute that lies in it and has ended.`,
    parameters: [poolId, ...PARAMETERS.window],
    success: ok('The sums, minute by minute.', PoolSupplied, {
      ...named,
      slots: [
        {
          startAt: '2026-10-01T10:14:00.000Z',
          endAt: '2026-10-01T10:15:00.000Z',
          orderedkW: 58.491,
          suppliedkW: 57.9,
          members: 1,
          unknown: 0,
        },
      ],
    }),
    otherwise: [windowTooLong, REFUSALS.noSuchPool],
  },
] as const satisfies readonly Operation[];
