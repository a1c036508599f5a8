import { Type, type Static } from 'typebox';
import { EVENT_TYPES, type EventType } from '../events/schema.ts';

const strict = { additionalProperties: false } as const;
const uuid = Type.String({ format: 'uuid' });
const instant = Type.String({ format: 'date-time' });
const url = Type.String({ maxLength: 2_048, description: 'https, without a user and a fragment.' });
const types = Type.Array(Type.Enum([...EVENT_TYPES]), { minItems: 1, uniqueItems: true });
const after = Type.String({ maxLength: 100, description: 'The id of the event to go on after, or `oldest`.' });
const orNull = <Value>(type: string, description: string) =>
  Type.Unsafe<Value | null>({ type: [type, 'null'], description });

export const AddWebhookRequest = Type.Object(
  { url, types: Type.Optional(types), after: Type.Optional(after) },
  { ...strict, title: 'AddWebhookRequest', description: 'Every type and only new events, unless told otherwise.' },
);
export type AddWebhookRequest = Static<typeof AddWebhookRequest>;

const typesOrNull = Type.Unsafe<EventType[] | null>({
  anyOf: [types, { type: 'null' }],
  description: 'null for every type.',
});

export const ChangeWebhookRequest = Type.Object(
  { url: Type.Optional(url), types: Type.Optional(typesOrNull) },
  { ...strict, minProperties: 1, title: 'ChangeWebhookRequest' },
);
export type ChangeWebhookRequest = Static<typeof ChangeWebhookRequest>;

const webhookFields = {
  webhookId: uuid,
  url: Type.String(),
  types: Type.Unsafe<EventType[] | null>({
    anyOf: [{ type: 'array', items: { enum: [...EVENT_TYPES] } }, { type: 'null' }],
    description: 'null for every type.',
  }),
  state: Type.Enum(['active', 'failing', 'parked'], {
    description: 'failing: tried again later; parked: failed for 24 h, waits for a replay.',
  }),
  createdAt: instant,
  deliveredUpTo: Type.String({ description: 'The id of the last event that was taken or passed over.' }),
  attempts: Type.Integer({ description: 'Failed attempts on the next event.' }),
  failingSince: orNull<string>('string', 'When the first of them was.'),
  nextAttemptAt: orNull<string>('string', 'When it is tried again.'),
};

export const Webhook = Type.Object(webhookFields, { ...strict, title: 'Webhook' });
export type Webhook = Static<typeof Webhook>;

export const WebhookList = Type.Object({ webhooks: Type.Array(Webhook) }, { ...strict, title: 'WebhookList' });
export type WebhookList = Static<typeof WebhookList>;

export const AddWebhookResponse = Type.Object(
  { ...webhookFields, secret: Type.String({ description: 'Shown once; what signatures are made with.' }) },
  { ...strict, title: 'AddWebhookResponse' },
);
export type AddWebhookResponse = Static<typeof AddWebhookResponse>;

export const WebhookSecretResponse = Type.Object(
  { secret: Type.String({ description: 'Shown once.' }), oldGoodUntil: instant },
  { ...strict, title: 'WebhookSecretResponse', description: 'Until then messages are signed with both.' },
);
export type WebhookSecretResponse = Static<typeof WebhookSecretResponse>;

export const ReplayWebhookRequest = Type.Object({ after }, { ...strict, title: 'ReplayWebhookRequest' });
export type ReplayWebhookRequest = Static<typeof ReplayWebhookRequest>;

const attemptFields = {
  status: orNull<number>('integer', 'The status of the answer; null without one.'),
  ms: Type.Integer({ description: 'How long it took.' }),
  error: orNull<string>('string', 'Why it failed; null when it was taken.'),
};

export const WebhookTestResult = Type.Object(attemptFields, { ...strict, title: 'WebhookTestResult' });
export type WebhookTestResult = Static<typeof WebhookTestResult>;

export const WebhookDelivery = Type.Object(
  {
    deliveryId: uuid,
    eventId: Type.String(),
    type: Type.String(),
    attempt: Type.Integer(),
    at: instant,
    ...attemptFields,
  },
  { ...strict, title: 'WebhookDelivery' },
);
export type WebhookDelivery = Static<typeof WebhookDelivery>;

export const WebhookDeliveryList = Type.Object(
  { deliveries: Type.Array(WebhookDelivery), nextCursor: orNull<string>('string', 'null on the last page.') },
  { ...strict, title: 'WebhookDeliveryList' },
);
export type WebhookDeliveryList = Static<typeof WebhookDeliveryList>;
