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
import { badRequest, ofPost, withToken, withTokenAndBody } from '../operations/error-answers.ts';
import { CREATED_AT } from '../operations/examples.ts';
import { answersOf, bodyOf, type Operation, type Parameter, refusalOf } from '../operations/operation.ts';
import { pageParameters, siteIdParameter } from '../operations/parameters.ts';

const WEBHOOK_ID = 'e4c1b7d2-90af-4b3e-8c55-1d7f60a2b9c8';
const shared = { tag: 'Webhooks', scope: 'fleet:webhooks' } as const;
const webhookId: Parameter = {
  ...siteIdParameter,
  name: 'webhookId',
  description: 'As the list names it.',
  example: WEBHOOK_ID,
};
const webhook: Webhook = {
  webhookId: WEBHOOK_ID,
  url: 'https://hooks.example.com/setpoint',
  types: ['site.offline', 'entry.missed'],
  state: 'active',
  createdAt: CREATED_AT,
  deliveredUpTo: '1.5123.0.0',
  attempts: 0,
  failingSince: null,
  nextAttemptAt: null,
};
const secret = 'whsec_dGhpcyBpcyBvbmx5IGFuIGV4YW1wbGUsIG5vIHNlY3JldA==';
const headers = ['X-Request-Id'] as const;

const noSuchWebhook = refusalOf('not_found', {
  name: 'NoSuchWebhook',
  description: 'This client has no such webhook.',
  message: 'there is no such webhook',
});
const badQuery = badRequest('A query parameter is unknown, repeated or wrong.', 'unknown query parameter "page"');
const badBody = badRequest(
  'The body or the query is wrong.',
  'url: must be an https address without a user and a fragment',
);

export const webhookOperations: readonly Operation[] = [
  {
    ...shared,
    id: 'listWebhooks',
    method: 'get',
    path: PATHS.fleetWebhooks,
    summary: 'List the webhooks of this client',
    description: 'A client sees its own alone; it has at most 20.',
    answers: answersOf(
      [
        { status: 200, description: 'All of them.', body: bodyOf(WebhookList, { webhooks: [webhook] }), headers },
        badQuery,
      ],
      withToken,
    ),
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
    answers: answersOf(
      [
        {
          status: 201,
          description: 'It is registered.',
          body: bodyOf(AddWebhookResponse, { ...webhook, secret }),
          headers,
        },
        badBody,
        refusalOf('conflict', {
          description: 'The client has as many webhooks as it can have.',
          message: 'this client has 20 webhooks; remove one first',
        }),
      ],
      ofPost(withTokenAndBody),
    ),
  },
  {
    ...shared,
    id: 'getWebhook',
    method: 'get',
    path: PATHS.fleetWebhook,
    summary: 'See a webhook',
    description: 'How far it has come, and whether it fails.',
    parameters: [webhookId],
    answers: answersOf(
      [{ status: 200, description: 'The webhook.', body: bodyOf(Webhook, webhook), headers }, badQuery, noSuchWebhook],
      withToken,
    ),
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
    answers: answersOf(
      [{ status: 200, description: 'As it is now.', body: bodyOf(Webhook, webhook), headers }, badBody, noSuchWebhook],
      withTokenAndBody,
    ),
  },
  {
    ...shared,
    id: 'removeWebhook',
    method: 'delete',
    path: PATHS.fleetWebhook,
    summary: 'Remove a webhook',
    description: 'With its secrets and its delivery log.',
    parameters: [webhookId],
    answers: answersOf([{ status: 204, description: 'It is gone.', headers }, badQuery, noSuchWebhook], withToken),
  },
  {
    ...shared,
    id: 'addWebhookSecret',
    method: 'post',
    path: PATHS.fleetWebhookSecrets,
    summary: 'Make another secret',
    description: 'For 24 h messages are signed with the old one too.',
    parameters: [webhookId],
    answers: answersOf(
      [
        {
          status: 201,
          description: 'Messages are signed with it from now on.',
          body: bodyOf(WebhookSecretResponse, { secret, oldGoodUntil: CREATED_AT }),
          headers,
        },
        badQuery,
        noSuchWebhook,
      ],
      ofPost(withToken),
    ),
  },
  {
    ...shared,
    id: 'testWebhook',
    method: 'post',
    path: PATHS.fleetWebhookTest,
    summary: 'Send a test message',
    description: 'At once, once, of the type `webhook.test`; the answer says what became of it.',
    parameters: [webhookId],
    answers: answersOf(
      [
        {
          status: 200,
          description: 'It was tried.',
          body: bodyOf(WebhookTestResult, { status: 204, ms: 41, error: null }),
          headers,
        },
        badQuery,
        noSuchWebhook,
      ],
      ofPost(withToken),
    ),
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
    answers: answersOf(
      [{ status: 200, description: 'As it is now.', body: bodyOf(Webhook, webhook), headers }, badBody, noSuchWebhook],
      ofPost(withTokenAndBody),
    ),
  },
  {
    ...shared,
    id: 'listWebhookDeliveries',
    method: 'get',
    path: PATHS.fleetWebhookDeliveries,
    summary: 'Read the delivery log',
    description: 'Every attempt of the last 14 days, the latest first.',
    parameters: [webhookId, ...pageParameters],
    answers: answersOf(
      [
        {
          status: 200,
          description: 'One page.',
          body: bodyOf(WebhookDeliveryList, {
            deliveries: [
              {
                deliveryId: '0193f0a1-7c3e-7b52-9d10-4e5f6a7b8c9d',
                eventId: '1.5123.0.0',
                type: 'site.offline',
                attempt: 1,
                at: CREATED_AT,
                status: 503,
                ms: 120,
                error: 'answered 503',
              },
            ],
            nextCursor: null,
          }),
          headers,
        },
        badQuery,
        noSuchWebhook,
      ],
      withToken,
    ),
  },
];
