import type { ClientId, EventType } from '@setpoint/contract';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { EventPosition } from '../events/read-events.ts';

/** A registered webhook, and how far it has come. */
export interface StoredWebhook {
  readonly webhookId: string;
  readonly clientId: ClientId;
  readonly url: string;
  /** undefined for every type. */
  readonly types: ReadonlySet<EventType> | undefined;
  readonly createdAt: number;
  readonly isParked: boolean;
  readonly position: EventPosition;
  readonly turn: number;
  readonly attempt: number;
  readonly failingSince: number | null;
  readonly nextAt: number;
}

const webhooksOfClient = statement<{ clientId: string }>()(({ db, param }) =>
  db
    .selectFrom('webhook')
    .selectAll()
    .where('client_id', '=', param('clientId'))
    .orderBy('created_at')
    .orderBy('webhook_id'),
);

const webhookOf = statement<{ clientId: string; webhookId: string }>()(({ db, param }) =>
  db
    .selectFrom('webhook')
    .selectAll()
    .where('webhook_id', '=', param('webhookId'))
    .where('client_id', '=', param('clientId')),
);

const allWebhooks = statement<Record<never, never>>()(({ db }) => db.selectFrom('webhook').selectAll());

export async function listWebhooks(tx: Tx, input: { readonly clientId: ClientId }): Promise<StoredWebhook[]> {
  return (await tx.all(webhooksOfClient, input)).map(webhookFromRow);
}

/** A webhook of this very client; there is no other to it. */
export async function readWebhook(
  tx: Tx,
  input: { readonly clientId: ClientId; readonly webhookId: string },
): Promise<StoredWebhook | undefined> {
  const row = await tx.first(webhookOf, input);
  return row === undefined ? undefined : webhookFromRow(row);
}

/** Those of all clients. */
export async function listAllWebhooks(tx: Tx): Promise<StoredWebhook[]> {
  return (await tx.all(allWebhooks, {})).map(webhookFromRow);
}

interface WebhookRow {
  readonly webhook_id: string;
  readonly client_id: string;
  readonly url: string;
  readonly types: string;
  readonly created_at: number;
  readonly is_parked: number;
  readonly epoch: number;
  readonly tx: number;
  readonly n: number;
  readonly k: number;
  readonly turn: number;
  readonly attempt: number;
  readonly failing_since: number | null;
  readonly next_at: number;
}

function webhookFromRow(row: WebhookRow): StoredWebhook {
  const { epoch, tx, n, k } = row;
  return {
    webhookId: row.webhook_id,
    clientId: row.client_id as ClientId,
    url: row.url,
    types: row.types === '' ? undefined : new Set(row.types.split(',') as EventType[]),
    createdAt: row.created_at,
    isParked: row.is_parked === 1,
    position: { epoch, tx, n, k },
    turn: row.turn,
    attempt: row.attempt,
    failingSince: row.failing_since,
    nextAt: row.next_at,
  };
}

const secretsOf = statement<{ webhookId: string; now: number }>()(({ db, param }) =>
  db
    .selectFrom('webhook_secret')
    .select('secret')
    .where('webhook_id', '=', param('webhookId'))
    .where('good_until', '>', param('now'))
    .orderBy('created_at', 'desc'),
);

/** What its messages are signed with now, the latest first. */
export async function readWebhookSecrets(
  tx: Tx,
  input: { readonly webhookId: string; readonly now: number },
): Promise<string[]> {
  return (await tx.all(secretsOf, input)).map(({ secret }) => secret);
}

/** One attempt to hand an event over. */
export interface StoredAttempt {
  readonly attemptId: string;
  readonly eventId: string;
  readonly type: string;
  readonly attempt: number;
  readonly at: number;
  readonly status: number | null;
  readonly ms: number;
  readonly error: string | null;
}

const attemptsBefore = statement<{ webhookId: string; before: string; limit: number }>()(({ db, param }) =>
  db
    .selectFrom('webhook_delivery')
    .select(['delivery_id', 'event_id', 'type', 'attempt', 'at', 'status', 'ms', 'error'])
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
  const rows = await tx.all(attemptsBefore, input);
  return rows.map(({ delivery_id: attemptId, event_id: eventId, ...rest }) => ({ attemptId, eventId, ...rest }));
}
