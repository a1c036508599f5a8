import { hash } from 'node:crypto';
import type { ClientId } from '@setpoint/contract';
import { instantText, instantTextOrNull } from '@setpoint/core';
import { readBy } from '../store/fields.ts';
import { NEVER } from '../store/in-force.ts';
import type { Tx } from '../store/tx.ts';
import type { State, Subject } from '../trail/deed.ts';
import { readWebhook } from './read-webhook.ts';

const secretsOf = readBy('webhook_secret', { key: ['webhookId'], by: ['createdAt', 'goodUntil'] }, [
  'createdAt',
  'goodUntil',
]);

interface Addressed {
  readonly clientId: ClientId;
  readonly webhookId: string;
}

/** What the audit log says of a webhook. */
export const webhookRecord = {
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
