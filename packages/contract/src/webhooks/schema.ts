import { Type, type Static } from 'typebox';
import { EVENT_PLACE, EventTypeName, type EventType } from '../events/schema.ts';
import {
  closed,
  DOCUMENTED,
  instant,
  integer,
  integerOrNull,
  named,
  nextCursor,
  orNull,
  text,
  textOrNull,
  titled,
  uuid,
} from '../schema/fields.ts';

const url = Type.String({
  maxLength: 2_048,
  description: 'An https address without a user or a fragment.',
  [DOCUMENTED]: { pattern: '^https://' },
});
const types = Type.Array(EventTypeName, { minItems: 1, uniqueItems: true });
const after = Type.String({
  maxLength: 100,
  description: 'The id of the event to continue after, or `oldest`.',
  [DOCUMENTED]: { pattern: EVENT_PLACE },
});

export const AddWebhookRequest = titled(
  'AddWebhookRequest',
  { url, types: Type.Optional(types), after: Type.Optional(after) },
  {
    description: 'Without `types`, every type of event is sent; without `after`, only new events are sent.',
  },
);
export type AddWebhookRequest = Static<typeof AddWebhookRequest>;

const typesOrNull = orNull(types, 'The types of events that are sent; null for every type.');

export const ChangeWebhookRequest = closed(
  { url: Type.Optional(url), types: Type.Optional(typesOrNull) },
  { minProperties: 1, title: 'ChangeWebhookRequest' },
);
export type ChangeWebhookRequest = Static<typeof ChangeWebhookRequest>;

const webhookFields = {
  webhookId: uuid(),
  url: text(),
  types: Type.Unsafe<EventType[] | null>({
    anyOf: [{ type: 'array', items: EventTypeName }, { type: 'null' }],
    description: 'The types of events that are sent; null for every type.',
  }),
  state: named(
    'WebhookState',
    ['active', 'failing', 'parked'],
    '`failing`: will be tried again. `parked`: failed for 24 h; waits for a replay or a new address.',
  ),
  createdAt: instant(),
  deliveredUpTo: text('The id of the last event that the address accepted, or that was not for it.'),
  attempts: integer('The number of failed attempts at the next event.'),
  failingSince: textOrNull('When the first of these attempts failed; null if there are none.'),
  nextAttemptAt: textOrNull('When the next attempt is made; null if none is due.'),
};

export const Webhook = titled('Webhook', webhookFields);
export type Webhook = Static<typeof Webhook>;

export const WebhookList = titled('WebhookList', { webhooks: Type.Array(Webhook) });
export type WebhookList = Static<typeof WebhookList>;

export const AddedWebhook = titled('AddedWebhook', {
  ...webhookFields,
  secret: text('The secret that messages are signed with. Shown only once.'),
});
export type AddedWebhook = Static<typeof AddedWebhook>;

export const WebhookSecretResponse = titled(
  'WebhookSecretResponse',
  { secret: text('The new secret. Shown only once.'), oldGoodUntil: instant() },
  { description: 'Until `oldGoodUntil`, messages are signed with both secrets.' },
);
export type WebhookSecretResponse = Static<typeof WebhookSecretResponse>;

export const ReplayWebhookRequest = titled('ReplayWebhookRequest', { after });
export type ReplayWebhookRequest = Static<typeof ReplayWebhookRequest>;

const attemptFields = {
  status: integerOrNull('The status of the answer; null if there was none.'),
  ms: integer('How long the attempt took, in milliseconds.'),
  error: textOrNull('Why the attempt failed; null if it was accepted.'),
};

export const WebhookTestResult = titled('WebhookTestResult', attemptFields);
export type WebhookTestResult = Static<typeof WebhookTestResult>;

export const WebhookDelivery = titled('WebhookDelivery', {
  deliveryId: uuid(),
  eventId: text(),
  type: text(),
  attempt: integer(),
  at: instant(),
  ...attemptFields,
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const WebhookDeliveryList = titled('WebhookDeliveryList', {
  deliveries: Type.Array(WebhookDelivery),
  nextCursor,
});
export type WebhookDeliveryList = Static<typeof WebhookDeliveryList>;
