import type { AddedRow } from '../events/append-events.ts';
import { compareEventPositions } from '../events/read-events.ts';
import { eventIdOf } from '../events/sse-text.ts';
import { removeBy, updateBy } from '../store/put.ts';
import type { Tx } from '../store/tx.ts';
import { redirectWebhook } from './change-webhook.ts';
import { readAlertWebhook } from './read-webhook.ts';

const BEFORE_ALL = { epoch: 0, tx: 0, n: 0, k: 0 };

/** Where an alert stands that has nothing to send yet. */
export const NOTHING_QUEUED = { position: BEFORE_ALL, lastEventId: eventIdOf(BEFORE_ALL) };

const setLast = updateBy('webhook', ['webhookId'], ['lastEventId']);

const setPosition = updateBy('webhook', ['webhookId'], ['epoch', 'tx', 'n', 'k']);

/** Has the webhook of an alert send what was added to the log; where nothing waits, it reads no event before that. */
export async function queueEvents(tx: Tx, { alertId, row }: { readonly alertId: string; readonly row: AddedRow }) {
  const webhook = await readAlertWebhook(tx, { alertId });
  if (webhook?.lastEvent === undefined) return;
  const { events, ...place } = row;
  await tx.run(setLast, { webhookId: alertId, lastEventId: eventIdOf({ ...place, k: events - 1 }) });
  if (compareEventPositions(webhook.position, webhook.lastEvent) < 0) return;
  await tx.run(setPosition, { webhookId: alertId, ...place, k: -1 });
}

const forgetAttempts = removeBy('webhook_delivery', ['webhookId']);

/** Has an alert go to another address from now on: what the one before did not take is dropped. */
export async function queueAnew(tx: Tx, { alertId, target }: { readonly alertId: string; readonly target: string }) {
  const webhook = await readAlertWebhook(tx, { alertId });
  const position = webhook?.lastEvent;
  await redirectWebhook(tx, { webhookId: alertId, url: target, types: '', ...(position && { position }) });
  await tx.run(forgetAttempts, { webhookId: alertId });
}

const deleteWebhook = removeBy('webhook', ['webhookId']);

/** Removes an alert with its webhook, and what that has not sent. */
export async function removeQueue(tx: Tx, { alertId }: { readonly alertId: string }): Promise<void> {
  await tx.run(deleteWebhook, { webhookId: alertId });
}
