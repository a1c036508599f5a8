import { PATHS } from '../paths.ts';
import {
  AddWebhookRequest,
  AddedWebhook,
  ChangeWebhookRequest,
  ReplayWebhookRequest,
  Webhook,
  WebhookDeliveryList,
  WebhookList,
  WebhookSecretResponse,
  WebhookTestResult,
} from './schema.ts';
import { EXAMPLES } from '../operations/examples.ts';
import { bodyOf, type Operation, get, patch, post, remove, ok, shownOnce } from '../operations/operation.ts';
import { PARAMETERS, pathId } from '../operations/parameters.ts';
import { badQuery, badRequest, conflict, notFound } from '../operations/refusals.ts';

const WEBHOOK_ID = 'e4c1b7d2-90af-4b3e-8c55-1d7f60a2b9c8';
const shared = { tag: 'Webhooks', scope: 'fleet:webhooks', alsoScope: 'sites:read' } as const;
const webhookId = pathId('webhookId', WEBHOOK_ID, 'The id of the webhook.');
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

const noSuchWebhook = notFound('The client has no such webhook.', 'there is no such webhook', 'NoSuchWebhook');
const wrongQuery = badQuery('unknown query parameter "page"');
const wrongBody = badRequest(
  'The body or the query is wrong.',
  'url: must be an https address without user and fragment',
);

export const webhookOperations = [
  {
    ...shared,
    id: 'listWebhooks',
    ...get(PATHS.fleetWebhooks),
    summary: 'List your webhooks',
    description: 'A client sees only its own webhooks. It can have up to 20.',
    success: ok('All webhooks of the client.', WebhookList, { webhooks: [webhook] }),
    otherwise: [wrongQuery],
  },
  {
    ...shared,
    id: 'addWebhook',
    ...post(PATHS.fleetWebhooks),
    summary: 'Register a webhook',
    description:
      'Sends events of the sites that the client can see to an address, from now on or from an event in the log. Messages are CloudEvents, signed as Standard Webhooks says.',
    request: bodyOf(AddWebhookRequest, { url: webhook.url, types: ['site.offline', 'entry.missed'] }),
    sendsEventsTo: '{$request.body#/url}',
    success: shownOnce('The webhook is registered.', AddedWebhook, { ...webhook, secret }),
    otherwise: [
      wrongBody,
      conflict(
        'The client already has as many webhooks as it may have.',
        'this client has 20 webhooks; remove one first',
      ),
    ],
  },
  {
    ...shared,
    id: 'getWebhook',
    ...get(PATHS.fleetWebhook),
    summary: 'Read a webhook',
    description: 'How far the webhook has come, and whether it fails.',
    parameters: [webhookId],
    success: ok('The webhook.', Webhook, webhook),
    otherwise: [wrongQuery, noSuchWebhook],
  },
  {
    ...shared,
    id: 'changeWebhook',
    ...patch(PATHS.fleetWebhook),
    summary: 'Change a webhook',
    description:
      'Changes the address or the types of events that it gets. The webhook continues where it stopped. A new address is tried at once, even if the webhook was parked.',
    parameters: [webhookId],
    request: bodyOf(ChangeWebhookRequest, { types: ['site.offline'] }),
    success: ok('The webhook as it is now.', Webhook, webhook),
    otherwise: [wrongBody, noSuchWebhook],
  },
  {
    ...shared,
    id: 'removeWebhook',
    ...remove(PATHS.fleetWebhook),
    summary: 'Remove a webhook',
    description: 'Removes the webhook with its secrets and its log of attempts.',
    parameters: [webhookId],
    success: { status: 204, description: 'The webhook is removed.' },
    otherwise: [wrongQuery, noSuchWebhook],
  },
  {
    ...shared,
    id: 'addWebhookSecret',
    ...post(PATHS.fleetWebhookSecrets),
    summary: 'Add a webhook secret',
    description:
      'Makes a new secret. For 24 h, messages are signed with the old one too. Up to four secrets can be valid at the same time.',
    parameters: [webhookId],
    success: shownOnce('The new secret. Messages are signed with it from now on.', WebhookSecretResponse, {
      secret,
      oldGoodUntil: EXAMPLES.createdAt,
    }),
    otherwise: [
      wrongQuery,
      noSuchWebhook,
      conflict(
        'Four secrets of the webhook are still valid.',
        'this webhook has 4 valid secrets; each old one ends 24 h after the next was made',
      ),
    ],
  },
  {
    ...shared,
    id: 'testWebhook',
    ...post(PATHS.fleetWebhookTest),
    summary: 'Send a test message',
    description:
      'Sends one message of the type `webhook.test` at once, and returns the result. A client can have two tests under way; more get 429.',
    parameters: [webhookId],
    success: ok('The result of the attempt, which may have failed.', WebhookTestResult, {
      status: 204,
      ms: 41,
      error: null,
    }),
    otherwise: [wrongQuery, noSuchWebhook],
  },
  {
    ...shared,
    id: 'replayWebhook',
    ...post(PATHS.fleetWebhookReplay),
    summary: 'Replay events',
    description: 'Continues after the given event, even if the webhook was parked. Events after it are sent again.',
    parameters: [webhookId],
    request: bodyOf(ReplayWebhookRequest, { after: 'oldest' }),
    success: ok('The webhook as it is now.', Webhook, webhook),
    otherwise: [wrongBody, noSuchWebhook],
  },
  {
    ...shared,
    id: 'listWebhookDeliveries',
    ...get(PATHS.fleetWebhookDeliveries),
    summary: 'Read the attempts of a webhook',
    description:
      'The attempts of the last 14 days, newest first; of each webhook the latest 10,000. With `fleet:admin`, the id of an alert stands for the webhook that sends it.',
    parameters: [webhookId, ...PARAMETERS.page],
    success: ok('One page of attempts.', WebhookDeliveryList, {
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
    otherwise: [wrongQuery, noSuchWebhook],
  },
] as const satisfies readonly Operation[];
