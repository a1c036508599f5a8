import { PATHS } from '../paths.ts';
import {
  AddWebhookRequest,
  AddWebhookResponse,
  ChangeWebhookRequest,
  ReplayWebhookRequest,
  Webhook,
  WebhookDeliveryList,
  WebhookList,
  WebhookSecretResponse,
  WebhookTestResult,
} from './schema.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { bodyOf, type Operation } from '../operations/operation.ts';
import { PARAMETERS, pathId } from '../operations/parameters.ts';
import { badQuery, badRequest, refusalOf } from '../operations/refusals.ts';

const WEBHOOK_ID = 'e4c1b7d2-90af-4b3e-8c55-1d7f60a2b9c8';
const shared = { tag: 'Webhooks', scope: 'fleet:webhooks' } as const;
const webhookId = pathId('webhookId', WEBHOOK_ID, 'As the list names it.');
const webhook: Webhook = {
  webhookId: WEBHOOK_ID,
  url: 'https://hooks.example.com/setpoint',
  types: ['site.offline', 'entry.missed'],
  state: 'active',
  createdAt: EXAMPLES.createdAt,
  deliveredUpTo: '1.5123.0.0',
  attempts: 0,
  failingSince: null,
  nextAttemptAt: null,
};
const secret = 'whsec_dGhpcyBpcyBvbmx5IGFuIGV4YW1wbGUsIG5vIHNlY3JldA==';

const noSuchWebhook = refusalOf('not_found', {
  name: 'NoSuchWebhook',
  description: 'This client has no such webhook.',
  message: 'there is no such webhook',
});
const wrongQuery = badQuery('unknown query parameter "page"');
const wrongBody = badRequest(
  'The body or the query is wrong.',
  'url: must be an https address without a user and a fragment',
);

export const webhookOperations = [
  {
    ...shared,
    id: 'listWebhooks',
    method: 'get',
    path: PATHS.fleetWebhooks,
    summary: 'List the webhooks of this client',
    description: 'A client sees its own alone; it has at most 20.',
    success: { status: 200, description: 'All of them.', body: bodyOf(WebhookList, { webhooks: [webhook] }) },
    otherwise: [wrongQuery],
  },
  {
    ...shared,
    id: 'addWebhook',
    method: 'post',
    path: PATHS.fleetWebhooks,
    summary: 'Register a webhook',
    description:
      'From now on, or from an event of the log on, events of the sites that the client can see are sent to this address. Each is signed by the rules of Standard Webhooks.',
    request: bodyOf(AddWebhookRequest, { url: webhook.url, types: ['site.offline', 'entry.missed'] }),
    success: {
      status: 201,
      description: 'It is registered.',
      body: bodyOf(AddWebhookResponse, { ...webhook, secret }),
    },
    otherwise: [
      wrongBody,
      refusalOf('conflict', {
        description: 'The client has as many webhooks as it can have.',
        message: 'this client has 20 webhooks; remove one first',
      }),
    ],
  },
  {
    ...shared,
    id: 'getWebhook',
    method: 'get',
    path: PATHS.fleetWebhook,
    summary: 'See a webhook',
    description: 'How far it has come, and whether it fails.',
    parameters: [webhookId],
    success: { status: 200, description: 'The webhook.', body: bodyOf(Webhook, webhook) },
    otherwise: [wrongQuery, noSuchWebhook],
  },
  {
    ...shared,
    id: 'changeWebhook',
    method: 'patch',
    path: PATHS.fleetWebhook,
    summary: 'Change a webhook',
    description:
      'Its address, or the types of events that it gets. It goes on from where it stands; another address is tried at once, also when the webhook was parked.',
    parameters: [webhookId],
    request: bodyOf(ChangeWebhookRequest, { types: ['site.offline'] }),
    success: { status: 200, description: 'As it is now.', body: bodyOf(Webhook, webhook) },
    otherwise: [wrongBody, noSuchWebhook],
  },
  {
    ...shared,
    id: 'removeWebhook',
    method: 'delete',
    path: PATHS.fleetWebhook,
    summary: 'Remove a webhook',
    description: 'With its secrets and its delivery log.',
    parameters: [webhookId],
    success: { status: 204, description: 'It is gone.' },
    otherwise: [wrongQuery, noSuchWebhook],
  },
  {
    ...shared,
    id: 'addWebhookSecret',
    method: 'post',
    path: PATHS.fleetWebhookSecrets,
    summary: 'Make another secret',
    description: 'For 24 h messages are signed with the old one too.',
    parameters: [webhookId],
    success: {
      status: 201,
      description: 'Messages are signed with it from now on.',
      body: bodyOf(WebhookSecretResponse, { secret, oldGoodUntil: EXAMPLES.createdAt }),
    },
    otherwise: [wrongQuery, noSuchWebhook],
  },
  {
    ...shared,
    id: 'testWebhook',
    method: 'post',
    path: PATHS.fleetWebhookTest,
    summary: 'Send a test message',
    description: 'At once, once, of the type `webhook.test`; the answer says what became of it.',
    parameters: [webhookId],
    success: {
      status: 200,
      description: 'It was tried.',
      body: bodyOf(WebhookTestResult, { status: 204, ms: 41, error: null }),
    },
    otherwise: [wrongQuery, noSuchWebhook],
  },
  {
    ...shared,
    id: 'replayWebhook',
    method: 'post',
    path: PATHS.fleetWebhookReplay,
    summary: 'Send again from a point on',
    description: 'Goes on after the named event, also when it was parked; what was sent before is sent again.',
    parameters: [webhookId],
    request: bodyOf(ReplayWebhookRequest, { after: 'oldest' }),
    success: { status: 200, description: 'As it is now.', body: bodyOf(Webhook, webhook) },
    otherwise: [wrongBody, noSuchWebhook],
  },
  {
    ...shared,
    id: 'listWebhookDeliveries',
    method: 'get',
    path: PATHS.fleetWebhookDeliveries,
    summary: 'Read the delivery log',
    description: 'Every attempt of the last 14 days, the latest first.',
    parameters: [webhookId, ...PARAMETERS.page],
    success: {
      status: 200,
      description: 'One page.',
      body: bodyOf(WebhookDeliveryList, {
        deliveries: [
          {
            deliveryId: '0193f0a1-7c3e-7b52-9d10-4e5f6a7b8c9d',
            eventId: '1.5123.0.0',
            type: 'site.offline',
            attempt: 1,
            at: EXAMPLES.createdAt,
            status: 503,
            ms: 120,
            error: 'answered 503',
          },
        ],
        nextCursor: null,
      }),
    },
    otherwise: [wrongQuery, noSuchWebhook],
  },
] as const satisfies readonly Operation[];
