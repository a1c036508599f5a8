import { PoolShareList, PoolSignal, PutSignalRequest, SiteOrderList } from './schema.ts';
import { LIMITS } from '../../limits.ts';
import { PATHS } from '../../paths.ts';
import { EXAMPLES } from '../../operations/examples.ts';
import { bodyOf, type Operation, get, put, ok } from '../../operations/operation.ts';
import { INSTANT, optionalQuery, PARAMETERS } from '../../operations/parameters.ts';
import { badBody, badQuery, conflict, forbidden, notFound, REFUSALS } from '../../operations/refusals.ts';
import { POOL_ID, poolId } from '../operations.ts';
import { EXAMPLE_SIGNALS } from './example-signals.ts';

const tag = 'Pools';
const times = { at: '2026-10-01T10:14:08.000Z', validUntil: '2026-10-01T10:14:20.000Z' };
const { asked, taken } = EXAMPLE_SIGNALS;
const share = { kW: 58.491, because: 'grid/afrrImportBookingkW' };
const at = optionalQuery('at', 'The signal that was in force then or before; the last one if left out.', INSTANT);
const noSignal = notFound(
  'There is no such pool, the client cannot see it, or it was asked for nothing at that time.',
  'this pool had no signal then',
);

export const signalOperations = [
  {
    id: 'putPoolSignal',
    bound: 'computed',
    ...put(PATHS.fleetPoolSignal),
    tag,
    scope: 'schedules:write',
    summary: 'Ask a pool for power',
    description:
      'Divides the power among the members, to the watt. No member is asked for more than it is booked for. The part that no member can give is `shortfallkW`. The same `sequence` with the same signal again changes nothing and has the same answer.',
    parameters: [poolId],
    request: bodyOf(PutSignalRequest, asked),
    success: ok('The signal is stored and divided among the members.', PoolSignal, taken),
    otherwise: [
      badBody('validUntil: is in the past'),
      forbidden(
        'The client may only read the pool, or the token lacks the scope.',
        'this client has no grant that allows this',
      ),
      REFUSALS.noSuchPool,
      conflict(
        'Another client or person has the seat of the pool, the sequence does not grow, or the pool has no members now.',
        'sequence: must be above 4711, that of the last signal',
      ),
    ],
  },
  {
    id: 'getPoolSignal',
    bound: 'computed',
    ...get(PATHS.fleetPoolSignal),
    tag,
    scope: 'sites:read',
    summary: 'Read what a pool was asked for',
    description: 'The last signal, or the one at an instant: how it was divided in sum, and what could not be given.',
    parameters: [poolId, at],
    success: ok('The signal.', PoolSignal, taken),
    otherwise: [badQuery('at must have an offset'), noSignal],
  },
  {
    id: 'listPoolShares',
    bound: 'computed',
    ...get(PATHS.fleetPoolShares),
    tag,
    scope: 'sites:read',
    summary: 'List what each member was asked for',
    description: 'One page of the shares of a signal. Give `sequence` when you fetch further pages.',
    parameters: [
      poolId,
      ...PARAMETERS.page,
      at,
      optionalQuery('sequence', 'The signal; the last one if left out.', {
        type: 'integer',
        minimum: 0,
        maximum: LIMITS.maxSequence,
      }),
    ],
    success: ok('One page of shares.', PoolShareList, {
      sequence: 4711,
      ...times,
      shares: [{ siteId: EXAMPLES.siteId, ...share, followedkW: 0, missedkW: 0 }],
      nextCursor: null,
    }),
    otherwise: [badQuery('give either at or sequence'), noSignal],
  },
  {
    id: 'getSiteOrders',
    bound: 'computed',
    ...get(PATHS.fleetSiteOrders),
    tag,
    scope: 'sites:read',
    summary: 'Read what pools asked a site for',
    description:
      'Its own share of each signal in force at an instant (now, if left out), and why it was not more. Callers that can see the pool also get the whole signal.',
    parameters: [PARAMETERS.siteId, optionalQuery('at', 'The instant; now if left out.', INSTANT)],
    success: ok('The orders, of each pool one at most.', SiteOrderList, {
      siteId: EXAMPLES.siteId,
      orders: [
        {
          poolId: POOL_ID,
          service: 'afrr',
          sequence: 4711,
          orderSequence: 4711,
          ...times,
          ...share,
          followedkW: 0,
          missedkW: 0,
          text: 'The site was asked for 58.491 kW of import until 2026-10-01T10:14:20.000Z: its share of signal 4711 for aFRR, divided at 2026-10-01T10:14:08.000Z. More was not possible: this is all that is left by its booked aFRR import.',
        },
      ],
    }),
    otherwise: [badQuery('at must have an offset'), REFUSALS.noSuchSite],
  },
] as const satisfies readonly Operation[];
