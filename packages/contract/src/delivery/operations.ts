import { AddControllerKeyResponse, BatchDelivery, ControllerKeyList, SiteDelivery } from './schema.ts';
import { PATHS } from '../paths.ts';
import { badRequest, noSuchSite, ofPost, withToken } from '../operations/error-answers.ts';
import { BATCH_ID, CREATED_AT, SITE_ID } from '../operations/examples.ts';
import { answersOf, bodyOf, type Operation, refusalOf } from '../operations/operation.ts';
import { siteIdParameter } from '../operations/parameters.ts';

const KEY_ID = '7c1de0a4-5b32-4f6e-9d18-3a6b2f0c8e51';
const reading = { tag: 'Delivery', scope: 'sites:read' } as const;
const registry = { tag: 'Site registry', scope: 'fleet:admin' } as const;
const noQuery = badRequest(
  'The path takes no query parameters.',
  'unknown query parameter "page"; this path takes none',
);

export const deliveryOperations: readonly Operation[] = [
  {
    ...reading,
    id: 'getSiteDelivery',
    method: 'get',
    path: PATHS.fleetSiteDelivery,
    summary: 'See what became of a schedule',
    description:
      'Derived from what is set, what the controller reported last, and the clock. Any grant of the site will do.',
    parameters: [siteIdParameter],
    answers: answersOf(
      [
        {
          status: 200,
          description: 'The site, each command that is set and each of its entries.',
          body: bodyOf(SiteDelivery, {
            siteId: SITE_ID,
            state: 'in_sync',
            version: 17,
            revision: '1.17.9f3c2a41',
            appliedVersion: 17,
            appliedRevision: '1.17.9f3c2a41',
            isOnline: true,
            reportedAt: '2030-01-01T10:00:30.025Z',
            clockOffsetMs: 15,
            isClockOff: false,
            protocolErrors: 0,
            lastProtocolError: null,
            commands: [
              {
                asset: 'grid',
                type: 'activePowerkW',
                state: 'accepted',
                code: null,
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
          }),
          headers: ['X-Request-Id'],
        },
        noQuery,
        noSuchSite,
      ],
      withToken,
    ),
  },
  {
    ...reading,
    id: 'getBatchDelivery',
    method: 'get',
    path: PATHS.fleetBatch,
    summary: 'See what became of a batch',
    description: 'With `wait=accepted` the answer comes as soon as the controller accepted it, or rejected it.',
    parameters: [
      { ...siteIdParameter, name: 'batchId', example: BATCH_ID, description: 'As the answer to the batch named it.' },
      {
        name: 'wait',
        in: 'query',
        required: false,
        description: 'The state to wait for.',
        schema: { enum: ['accepted'] },
        example: 'accepted',
      },
      {
        name: 'timeout',
        in: 'query',
        required: false,
        description: 'For how many seconds at most; then the answer is as things stand.',
        schema: { type: 'integer', minimum: 0, maximum: 55, default: 30 },
        example: '30',
      },
    ],
    answers: answersOf(
      [
        {
          status: 200,
          description: 'The batch and each of its commands.',
          body: bodyOf(BatchDelivery, {
            batchId: BATCH_ID,
            siteId: SITE_ID,
            version: 17,
            acceptedAt: CREATED_AT,
            state: 'accepted',
            commands: [{ asset: 'grid', type: 'activePowerkW', state: 'accepted', code: null }],
          }),
          headers: ['X-Request-Id'],
        },
        badRequest('A query parameter is unknown, repeated or wrong.', 'wait must be accepted'),
        refusalOf('not_found', {
          description: 'There is no such batch on a site that this client can see.',
          message: 'there is no such batch',
        }),
      ],
      withToken,
    ),
  },
];

export const controllerKeyOperations: readonly Operation[] = [
  {
    ...registry,
    id: 'listControllerKeys',
    method: 'get',
    path: PATHS.fleetSiteKeys,
    summary: 'List the controller keys of a site',
    description: 'The live ones, the oldest first, with their last use.',
    parameters: [siteIdParameter],
    answers: answersOf(
      [
        {
          status: 200,
          description: 'The keys, without what they are.',
          body: bodyOf(ControllerKeyList, { keys: [{ keyId: KEY_ID, createdAt: CREATED_AT, lastUsedAt: null }] }),
          headers: ['X-Request-Id'],
        },
        noQuery,
        noSuchSite,
      ],
      withToken,
    ),
  },
  {
    ...registry,
    id: 'addControllerKey',
    method: 'post',
    path: PATHS.fleetSiteKeys,
    summary: 'Make another controller key',
    description: 'A site has two at most, so that one can be changed without a gap. The key is shown this once.',
    parameters: [siteIdParameter],
    answers: answersOf(
      [
        {
          status: 201,
          description: 'The key is good from now on.',
          body: bodyOf(AddControllerKeyResponse, {
            keyId: KEY_ID,
            controllerKey: 'sck_3q2-7wQm9nB4xVtY1cD8eF0gH5jK6lZ_aSdRfTgYhUk',
          }),
          headers: ['X-Request-Id'],
        },
        noQuery,
        noSuchSite,
        refusalOf('conflict', {
          description: 'The site has two live keys already.',
          message: 'this site has two live keys; revoke one of them first',
        }),
      ],
      ofPost(withToken),
    ),
  },
  {
    ...registry,
    id: 'revokeControllerKey',
    method: 'delete',
    path: PATHS.fleetSiteKey,
    summary: 'Revoke a controller key',
    description: 'Ends the key and, at once, every connection made with it.',
    parameters: [
      siteIdParameter,
      { ...siteIdParameter, name: 'keyId', example: KEY_ID, description: 'As the list names it.' },
    ],
    answers: answersOf(
      [
        { status: 204, description: 'The key is good no longer.', headers: ['X-Request-Id'] },
        noQuery,
        refusalOf('not_found', {
          description: 'There is no such live key, or no such site.',
          message: 'there is no such key',
        }),
      ],
      withToken,
    ),
  },
];
