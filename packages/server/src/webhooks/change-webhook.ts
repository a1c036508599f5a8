import { hash } from 'node:crypto';
import type { AlertChannel, ClientId } from '@setpoint/contract';
import { instantText, instantTextOrNull } from '@setpoint/core';
import { insert, removeBy, updateBy } from '../store/put.ts';
import { defineWrite } from '../store/define-write.ts';
import { placeOfSecret } from '../store/secrets/place-of-secret.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { lockClient } from '../store/lock-site.ts';
import type { EventPosition } from '../events/read-events.ts';
import { listWebhooks, readWebhook, readWebhookSecrets } from './read-webhook.ts';
import { recorded } from '../trail/recorded.ts';
import { readBy } from '../store/fields.ts';
import { NEVER } from '../store/in-force.ts';
import type { State, Subject } from '../trail/deed.ts';

/** Secrets of one webhook that are good at the same time. */
export const MOST_WEBHOOK_SECRETS = 4;
const FOR_EVER = Number.MAX_SAFE_INTEGER;

interface Addressed {
  readonly clientId: ClientId;
  readonly webhookId: string;
}

const insertWebhook = insert(
  'webhook',
  ['webhookId', 'clientId', 'channel', 'url', 'types', 'createdAt', 'epoch', 'tx', 'n', 'k', 'lastEventId'],
  { isParked: 0, turn: 0, attempt: 0, failingSince: null, nextAt: 0 },
);

const insertSecret = insert('webhook_secret', ['webhookId', 'secret', 'createdAt'], { goodUntil: FOR_EVER });

async function putSecret(tx: Tx, { webhookId, secret, now }: Pick<AddSecretInput, 'webhookId' | 'secret' | 'now'>) {
  const closed = tx.secrets.close(secret, placeOfSecret('webhook_secret.secret', webhookId, now));
  await tx.run(insertSecret, { webhookId, secret: closed, createdAt: now });
}

interface NewWebhook {
  readonly webhookId: string;
  readonly clientId: ClientId | null;
  readonly channel: AlertChannel;
  readonly url: string;
  /** Separated by commas; empty for every type. */
  readonly types: string;
  /** Empty where messages are not signed. */
  readonly secret: string;
  readonly position: EventPosition;
  readonly lastEventId: string | null;
  readonly now: number;
}

/** Adds what a client or an alert sends to an address. */
export async function putWebhook(tx: Tx, webhook: NewWebhook): Promise<void> {
  const { webhookId, clientId, channel, url, types, secret, position, lastEventId, now } = webhook;
  const closed = tx.secrets.close(url, placeOfSecret('webhook.url', webhookId));
  const named = { webhookId, clientId, channel, url: closed, types };
  await tx.run(insertWebhook, { ...named, createdAt: now, ...position, lastEventId });
  if (secret !== '') await putSecret(tx, { webhookId, secret, now });
}

const secretsOf = readBy('webhook_secret', { key: ['webhookId'], by: ['createdAt', 'goodUntil'] }, [
  'createdAt',
  'goodUntil',
]);

/** What the audit log says of a webhook. */
const webhookRecord = {
  subject: ({ webhookId }: Addressed): Subject => ({ kind: 'webhook', id: webhookId }),
  read: async (tx: Tx, { clientId, webhookId }: Addressed): Promise<State | undefined> => {
    const webhook = await readWebhook(tx, { clientId, webhookId });
    if (webhook === undefined) return undefined;
    const secrets = await tx.all(secretsOf, { webhookId });
    return {
      clientId,
      ...addressState(webhook.url),
      types: webhook.types === undefined ? null : [...webhook.types].toSorted(),
      secrets: secrets.map(({ createdAt, goodUntil }) => ({
        createdAt: instantText(createdAt),
        goodUntil: instantTextOrNull(goodUntil === NEVER ? null : goodUntil),
      })),
    };
  },
};

/** An address whose path may be a secret: where it leads, and a hash by which another one is noticed. */
function addressState(url: string): State {
  return { origin: new URL(url).origin, urlHash: hash('sha256', url).slice(0, 16) };
}

export interface AddWebhookInput extends Addressed, Pick<NewWebhook, 'url' | 'types' | 'secret' | 'position' | 'now'> {
  readonly mostWebhooks: number;
}

export const addWebhook = defineWrite({
  name: 'addWebhook',
  client: ({ clientId }) => clientId,
  record: recorded(webhookRecord),
  run: async (tx: Tx, input: AddWebhookInput): Promise<{ kind: 'added' | 'too_many' }> => {
    const { clientId, mostWebhooks } = input;
    await lockClient(tx, clientId);
    if ((await listWebhooks(tx, { clientId })).length >= mostWebhooks) return { kind: 'too_many' };
    await putWebhook(tx, { ...input, channel: 'webhook', lastEventId: null });
    return { kind: 'added' };
  },
});

type Outcome = Promise<{ kind: 'done' | 'webhook_missing' }>;

type PlaceParams = { webhookId: string; epoch: number; tx: number; n: number; k: number };

const setPlace = statement<PlaceParams>()(({ db, param }) =>
  db
    .updateTable('webhook')
    .set((eb) => ({
      epoch: param('epoch'),
      tx: param('tx'),
      n: param('n'),
      k: param('k'),
      turn: eb('turn', '+', 1),
      is_parked: 0,
      attempt: 0,
      failing_since: null,
      next_at: 0,
    }))
    .where('webhook_id', '=', param('webhookId')),
);

const setWebhook = updateBy('webhook', ['webhookId'], ['url', 'types']);

/** Another address is tried at once, from where the webhook stands, whatever became of the one before. */
export async function redirectWebhook(
  tx: Tx,
  { webhookId, url, types, position }: Pick<NewWebhook, 'webhookId' | 'url' | 'types'> & Partial<NewWebhook>,
): Promise<void> {
  const closed = tx.secrets.close(url, placeOfSecret('webhook.url', webhookId));
  await tx.run(setWebhook, { webhookId, url: closed, types });
  if (position !== undefined) await tx.run(setPlace, { webhookId, ...position });
}

export interface ChangeWebhookInput extends Addressed {
  readonly url?: string;
  readonly types?: string;
}

export const changeWebhook = defineWrite({
  name: 'changeWebhook',
  record: recorded(webhookRecord),
  run: async (tx: Tx, input: ChangeWebhookInput): Outcome => {
    const known = await readWebhook(tx, input);
    if (known === undefined) return { kind: 'webhook_missing' };
    const { webhookId, url = known.url, types = [...(known.types ?? [])].join() } = input;
    await redirectWebhook(tx, { webhookId, url, types, ...(url === known.url ? {} : { position: known.position }) });
    return { kind: 'done' };
  },
});

const deleteWebhook = removeBy('webhook', ['webhookId']);

export const removeWebhook = defineWrite({
  name: 'removeWebhook',
  record: recorded(webhookRecord),
  run: async (tx: Tx, input: Addressed): Outcome => {
    if ((await readWebhook(tx, input)) === undefined) return { kind: 'webhook_missing' };
    await tx.run(deleteWebhook, input);
    return { kind: 'done' };
  },
});

const limitSecrets = statement<{ webhookId: string; goodUntil: number }>()(({ db, param }) =>
  db
    .updateTable('webhook_secret')
    .set({ good_until: param('goodUntil') })
    .where('webhook_id', '=', param('webhookId'))
    .where('good_until', '>', param('goodUntil')),
);

const deleteSecrets = statement<{ webhookId: string; now: number }>()(({ db, param }) =>
  db.deleteFrom('webhook_secret').where('webhook_id', '=', param('webhookId')).where('good_until', '<=', param('now')),
);

export interface AddSecretInput extends Addressed {
  readonly secret: string;
  /** How long those before it stay good. */
  readonly goodUntil: number;
  readonly now: number;
}

/** Another secret; those before it stay good for a while, and messages are signed with all of them. */
export const addWebhookSecret = defineWrite({
  name: 'addWebhookSecret',
  client: ({ clientId }) => clientId,
  record: recorded({
    ...webhookRecord,
    action: 'webhook_secret.added',
    did: ({ kind }: { readonly kind: string }) => kind === 'done',
  }),
  run: async (tx: Tx, input: AddSecretInput): Promise<{ kind: 'done' | 'webhook_missing' | 'too_many' }> => {
    const { clientId, webhookId, secret, goodUntil, now } = input;
    await lockClient(tx, clientId);
    if ((await readWebhook(tx, input)) === undefined) return { kind: 'webhook_missing' };
    await tx.run(deleteSecrets, { webhookId, now });
    if ((await readWebhookSecrets(tx, input)).length >= MOST_WEBHOOK_SECRETS) return { kind: 'too_many' };
    await tx.run(limitSecrets, { webhookId, goodUntil });
    await putSecret(tx, { webhookId, secret, now });
    return { kind: 'done' };
  },
});

/** Goes on after some place in the log, whatever became of it before. */
export const replayWebhook = defineWrite({
  name: 'replayWebhook',
  record: recorded({
    ...webhookRecord,
    action: 'webhook.replayed',
    did: ({ kind }: { readonly kind: string }) => kind === 'done',
  }),
  run: async (tx: Tx, input: Addressed & { readonly position: EventPosition }): Outcome => {
    const { webhookId, position } = input;
    if ((await readWebhook(tx, input)) === undefined) return { kind: 'webhook_missing' };
    await tx.run(setPlace, { webhookId, ...position });
    return { kind: 'done' };
  },
});
