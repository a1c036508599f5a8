import { BatchDelivery, SiteDelivery } from './schema.ts';
import { PATHS } from '../paths.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { type Operation, get, ok } from '../operations/operation.ts';
import { optionalQuery, PARAMETERS, pathId } from '../operations/parameters.ts';
import { badQuery, notFound, REFUSALS } from '../operations/refusals.ts';

const reading = { tag: 'Delivery', scope: 'sites:read' } as const;

const LONGEST_WAIT = 'The longest wait, in seconds. After that, the answer says how things stand.';

export const deliveryOperations = [
  {
    ...reading,
    id: 'getSiteDelivery',
    bound: 'computed',
    ...get(PATHS.fleetSiteDelivery),
    summary: 'Read how far a schedule has come',
    description:
      'Derived from what is set, what the controller last reported, and the clock. Any grant for the site is enough.',
    parameters: [PARAMETERS.siteId],
    success: ok('The site, with each command that is set and each of its entries.', SiteDelivery, {
      siteId: EXAMPLES.siteId,
      state: 'in_sync',
      version: 17,
      revision: '1.17.9f3c2a41',
      appliedVersion: 17,
      appliedRevision: '1.17.9f3c2a41',
      isOnline: true,
      reportedAt: '2030-01-01T10:00:30.025Z',
      clockOffsetMs: 15,
      isClockOff: false,
      troubles: [],
      protocolErrors: 0,
      lastProtocolError: null,
      commands: [
        {
          asset: 'grid',
          type: 'activePowerkW',
          state: 'accepted',
          code: null,
          message: null,
          limited: { by: 'soc', kW: 80 },
          version: 17,
          entries: [
            {
              startAt: '2030-01-01T10:00:00.000Z',
              endAt: '2030-01-01T14:00:00.000Z',
              value: 100,
              state: 'executing',
              isLate: false,
            },
          ],
        },
      ],
      orders: [
        {
          asset: 'grid',
          type: 'afrrActivationkW',
          source: 'order',
          poolId: '0b7c3f52-6a1d-4e39-8c55-d1f0a7e2b946',
          sequence: 4711,
          startAt: '2030-01-01T10:00:28.000Z',
          endAt: '2030-01-01T10:00:40.000Z',
          value: 58.491,
        },
      ],
    }),
    otherwise: [REFUSALS.noQuery, REFUSALS.noSuchSite],
  },
  {
    ...reading,
    id: 'getBatchDelivery',
    head: false,
    ...get(PATHS.fleetBatch),
    summary: 'Read how far a batch has come',
    description:
      'With `wait=accepted`, the answer is sent as soon as the controller has accepted or rejected the batch.',
    parameters: [
      pathId('batchId', EXAMPLES.batchId, 'The `batchId` in the answer to the batch.'),
      {
        ...optionalQuery('wait', 'The state to wait for.', { type: 'string', enum: ['accepted'] }),
        example: 'accepted',
      },
      {
        ...optionalQuery('timeout', LONGEST_WAIT, { type: 'integer', minimum: 0, maximum: 55, default: 30 }),
        example: 30,
      },
    ],
    success: ok('The batch, with each of its commands.', BatchDelivery, {
      batchId: EXAMPLES.batchId,
      siteId: EXAMPLES.siteId,
      version: 17,
      acceptedAt: EXAMPLES.createdAt,
      state: 'accepted',
      commands: [{ asset: 'grid', type: 'activePowerkW', state: 'accepted', code: null, message: null }],
    }),
    otherwise: [
      badQuery('wait must be accepted'),
      notFound('There is no such batch, or the client cannot see its site.', 'there is no such batch'),
    ],
  },
] as const satisfies readonly Operation[];
