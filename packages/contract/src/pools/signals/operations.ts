import { PoolShareList, PoolSignal, PutSignalRequest, SendSignalRequest, SiteOrderList } from './schema.ts';
import { LIMITS } from '../../limits.ts';
import { PATHS } from '../../paths.ts';
import { EXAMPLES } from '../../operations/examples.ts';
import { bodyOf, type Operation, get, post, put, remove, ok } from '../../operations/operation.ts';
import { INSTANT, optionalQuery, PARAMETERS, requiredQuery } from '../../operations/parameters.ts';
import { badBody, badQuery, conflict, notFound, REFUSALS } from '../../operations/refusals.ts';
import { mayNotAsk, POOL_ID, poolId } from '../operations.ts';
import { EXAMPLE_SIGNALS } from './example-signals.ts';

const tag = 'Pools';
const times = { at: '2026-10-01T10:14:08.000Z', validUntil: '2026-10-01T10:14:20.000Z' };
const { asked, unnumbered, taken } = EXAMPLE_SIGNALS;
const share = { kW: 58.491, because: 'grid/afrrImportBookingkW' };
const at = optionalQuery('at', 'The signal that was in force then or before; the last one if left out.', INSTANT);
const noSignal = notFound(
  'There is no such pool, the client cannot see it, or it was asked for nothing at that time.',
  'this pool had no signal then',
);
const stored = ok('The signal is stored and divided among the members.', PoolSignal, taken);
const orderSequence = {
  schema: { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER },
  example: 4711,
} as const;
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
    success: stored,
    otherwise: [
      badBody('validUntil: is in the past'),
      ...mayNotAsk,
      conflict(
        'Another client or person has the seat of the pool, the sequence does not grow, or the pool has no members now.',
        'sequence: must be above 4711, that of the last signal',
      ),
    ],
  },
  {
    id: 'sendPoolSignal',
    bound: 'computed',
    ...post(PATHS.fleetPoolSignal),
    tag,
    scope: 'schedules:write',
    summary: 'Ask a pool for power by hand',
    description:
      'As PUT, but the service numbers the signal: one above the last of your seat, 1 for the first. If you get no answer, send the same again: while it is the last signal of the pool, it has the same answer and asks for nothing new.',
    parameters: [poolId],
    request: bodyOf(SendSignalRequest, unnumbered),
    success: stored,
    otherwise: [
      badBody('validUntil: is in the past'),
      ...mayNotAsk,
      conflict(
        'Another client or person has the seat of the pool, another signal runs than the one that it replaces, or the pool has no members now.',
        'another signal runs by now',
      ),
    ],
  },
  {
    id: 'takeBackPoolSignal',
    bound: 'computed',
    ...remove(PATHS.fleetPoolSignal),
    tag,
    scope: 'schedules:write',
    summary: 'Take back the signal in force',
    description:
      'Puts the signal before it in force again, until that ends (`before` in the answer of GET). If that has ended, asks the pool for 0 kW for as long as the signal would have lasted. Either is a new signal of your seat. A signal that was taken back never returns: taking back again goes one further back. The same request again has the same answer, as long as no other signal came.',
    parameters: [
      poolId,
      requiredQuery('orderSequence', 'The `orderSequence` of the signal to take back.', orderSequence),
    ],
    success: ok('The signal that is now in force.', PoolSignal, taken),
    otherwise: [
      badQuery('orderSequence: must be an integer'),
      ...mayNotAsk,
      conflict(
        'Another client or person has the seat of the pool, another signal runs by now, the signal has ended, or the pool has no members now.',
        'another signal runs by now',
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
    success: ok('The signal.', PoolSignal, {
      ...taken,
      before: { kW: 12_000, validUntil: '2026-10-01T10:14:16.000Z' },
    }),
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
