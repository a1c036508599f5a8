import { Type, type Static } from 'typebox';
import { EVENT_TYPES, type EventType } from '../events/schema.ts';
import {
  closed,
  instant,
  integer,
  integerOrNull,
  nextCursor,
  oneOf,
  orNull,
  text,
  textOrNull,
  titled,
  uuid,
} from '../schema/fields.ts';

const url = Type.String({ maxLength: 2_048, description: 'https, without a user and a fragment.' });
const types = Type.Array(oneOf(EVENT_TYPES), { minItems: 1, uniqueItems: true });
const after = Type.String({ maxLength: 100, description: 'The id of the event to go on after, or `oldest`.' });

export const AddWebhookRequest = titled(
  'AddWebhookRequest',
  { url, types: Type.Optional(types), after: Type.Optional(after) },
  { description: 'Every type and only new events, unless told otherwise.' },
);
export type AddWebhookRequest = Static<typeof AddWebhookRequest>;

const typesOrNull = orNull(types, 'null for every type.');

export const ChangeWebhookRequest = closed(
  { url: Type.Optional(url), types: Type.Optional(typesOrNull) },
  { minProperties: 1, title: 'ChangeWebhookRequest' },
);
export type ChangeWebhookRequest = Static<typeof ChangeWebhookRequest>;

const webhookFields = {
  webhookId: uuid(),
  url: text(),
  types: Type.Unsafe<EventType[] | null>({
    anyOf: [{ type: 'array', items: { enum: [...EVENT_TYPES] } }, { type: 'null' }],
    description: 'null for every type.',
  }),
  state: oneOf(
    ['active', 'failing', 'parked'],
    'failing: tried again later; parked: failed for 24 h, waits for a replay.',
  ),
  createdAt: instant(),
  deliveredUpTo: text('The id of the last event that was taken or passed over.'),
  attempts: integer('Failed attempts on the next event.'),
  failingSince: textOrNull('When the first of them was.'),
  nextAttemptAt: textOrNull('When it is tried again.'),
};

export const Webhook = titled('Webhook', webhookFields);
export type Webhook = Static<typeof Webhook>;

export const WebhookList = titled('WebhookList', { webhooks: Type.Array(Webhook) });
export type WebhookList = Static<typeof WebhookList>;

export const AddWebhookResponse = titled('AddWebhookResponse', {
  ...webhookFields,
  secret: text('Shown once; what signatures are made with.'),
});
export type AddWebhookResponse = Static<typeof AddWebhookResponse>;

export const WebhookSecretResponse = titled(
  'WebhookSecretResponse',
  { secret: text('Shown once.'), oldGoodUntil: instant() },
  { description: 'Until then messages are signed with both.' },
);
export type WebhookSecretResponse = Static<typeof WebhookSecretResponse>;

export const ReplayWebhookRequest = titled('ReplayWebhookRequest', { after });
export type ReplayWebhookRequest = Static<typeof ReplayWebhookRequest>;

const attemptFields = {
  status: integerOrNull('The status of the answer; null without one.'),
  ms: integer('How long it took.'),
  error: textOrNull('Why it failed; null when it was taken.'),
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
