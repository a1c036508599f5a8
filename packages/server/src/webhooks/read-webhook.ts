import type { AlertChannel, ClientId, EventType } from '@setpoint/contract';
import { type Fields, fields, readBy } from '../store/fields.ts';
import { placeOfSecret } from '../store/secrets/place-of-secret.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { EventPosition } from '../events/read-events.ts';
import { parseEventId } from '../events/sse-text.ts';

/** What is sent to an address, for a client or for an alert, and how far it has come. */
export interface StoredWebhook {
  readonly webhookId: string;
  /** null for an alert, which has the same id. */
  readonly clientId: ClientId | null;
  readonly channel: AlertChannel;
  readonly url: string;
  /** undefined for every type. */
  readonly types: ReadonlySet<EventType> | undefined;
  readonly createdAt: number;
  readonly isParked: boolean;
  readonly position: EventPosition;
  /** The last event that an alert has to send; undefined for a client, which gets what comes. */
  readonly lastEvent: EventPosition | undefined;
  readonly turn: number;
  readonly attempt: number;
  readonly failingSince: number | null;
  readonly nextAt: number;
}

const WEBHOOK = [
  'webhookId',
  'clientId',
  'channel',
  'url',
  'types',
  'createdAt',
  'isParked',
  'epoch',
  'tx',
  'n',
  'k',
  'lastEventId',
  'turn',
  'attempt',
  'failingSince',
  'nextAt',
] as const;

const webhooksOfClient = readBy('webhook', { key: ['clientId'], by: ['createdAt', 'webhookId'] }, [...WEBHOOK]);

const webhookOf = readBy('webhook', ['webhookId', 'clientId'], WEBHOOK);

const webhookById = readBy('webhook', ['webhookId'], WEBHOOK);

const allWebhooks = readBy('webhook', [], WEBHOOK);

export async function listWebhooks(tx: Tx, input: { readonly clientId: ClientId }): Promise<StoredWebhook[]> {
  return (await tx.all(webhooksOfClient, input)).map((row) => webhookFromRow(tx, row));
}

/** A webhook of this very client; there is no other to it. */
export async function readWebhook(
  tx: Tx,
  input: { readonly clientId: ClientId; readonly webhookId: string },
): Promise<StoredWebhook | undefined> {
  const row = await tx.first(webhookOf, input);
  return row === undefined ? undefined : webhookFromRow(tx, row);
}

/** That of an alert. */
export async function readAlertWebhook(
  tx: Tx,
  { alertId }: { readonly alertId: string },
): Promise<StoredWebhook | undefined> {
  const row = await tx.first(webhookById, { webhookId: alertId });
  return row?.clientId === null ? webhookFromRow(tx, row) : undefined;
}

/** Those of all clients and alerts. */
export async function listAllWebhooks(tx: Tx): Promise<StoredWebhook[]> {
  return (await tx.all(allWebhooks, {})).map((row) => webhookFromRow(tx, row));
}

function webhookFromRow({ secrets }: Tx, row: Pick<Fields<'webhook'>, (typeof WEBHOOK)[number]>): StoredWebhook {
  const { clientId, url, types, isParked, epoch, tx, n, k, lastEventId, ...rest } = row;
  return {
    ...rest,
    url: secrets.open(url, placeOfSecret('webhook.url', row.webhookId)),
    clientId: clientId as ClientId | null,
    types: types === '' ? undefined : new Set(types.split(',') as EventType[]),
    isParked: isParked === 1,
    position: { epoch, tx, n, k },
    lastEvent: lastEventId === null ? undefined : parseEventId(lastEventId),
  };
}

const secretsOf = statement<{ webhookId: string; now: number }>()(({ db, param }) =>
  db
    .selectFrom('webhook_secret')
    .select(fields('secret', 'createdAt'))
    .where('webhook_id', '=', param('webhookId'))
    .where('good_until', '>', param('now'))
    .orderBy('created_at', 'desc'),
);

/** What its messages are signed with now, the latest first. */
export async function readWebhookSecrets(
  tx: Tx,
  input: { readonly webhookId: string; readonly now: number },
): Promise<string[]> {
  return (await tx.all(secretsOf, input)).map(({ secret, createdAt }) =>
    tx.secrets.open(secret, placeOfSecret('webhook_secret.secret', input.webhookId, createdAt)),
  );
}

/** One attempt to hand an event over. */
export type StoredAttempt = Readonly<Pick<Fields<'webhook_delivery'>, (typeof ATTEMPT)[number]>>;

export const ATTEMPT = ['deliveryId', 'eventId', 'type', 'attempt', 'at', 'status', 'ms', 'error'] as const;

const attemptsBefore = statement<{ webhookId: string; before: string; limit: number }>()(({ db, param }) =>
  db
    .selectFrom('webhook_delivery')
    .select(fields(...ATTEMPT))
    .where('webhook_id', '=', param('webhookId'))
    .where('delivery_id', '<', param('before'))
    .orderBy('delivery_id', 'desc')
    .limit(param('limit')),
);

/** The attempts of a webhook, the latest first. */
export async function listAttempts(
  tx: Tx,
  input: { readonly webhookId: string; readonly before: string; readonly limit: number },
): Promise<StoredAttempt[]> {
  return tx.all(attemptsBefore, input);
}
