import { fields, readBy } from '../store/fields.ts';
import { removeBy, updateBy } from '../store/put.ts';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { AlertMessage } from './settle-alert.ts';

/** A message that was not taken yet. */
export interface QueuedMessage {
  readonly messageId: string;
  readonly alertId: string;
  readonly message: AlertMessage;
  readonly createdAt: number;
  readonly attempts: number;
  readonly nextAt: number;
}

const waitingAlerts = statement<Record<never, never>>()(({ db }) =>
  db
    .selectFrom('alert_message')
    .select('alert_id as alertId')
    .select(({ fn }) => fn.min<number>('next_at').as('nextAt'))
    .groupBy('alert_id'),
);

const messagesOf = statement<{ alertId: string; limit: number }>()(({ db, param }) =>
  db
    .selectFrom('alert_message')
    .select(fields('messageId', 'alertId', 'body', 'createdAt', 'attempts', 'nextAt'))
    .where('alert_id', '=', param('alertId'))
    .orderBy('created_at')
    .orderBy('message_id')
    .limit(param('limit')),
);

const messageById = readBy('alert_message', ['messageId']);

const waitingOf = statement<{ alertId: string }>()(({ db, param }) =>
  db
    .selectFrom('alert_message')
    .select(({ fn }) => fn.countAll<number>().as('waiting'))
    .where('alert_id', '=', param('alertId')),
);

const deleteMessage = removeBy('alert_message', ['messageId']);

const putOff = updateBy('alert_message', ['messageId'], ['attempts', 'nextAt']);

const noteError = updateBy('alert_rule', ['alertId'], ['lastError']);

/** The alerts of which something waits, and from when on it may be sent. */
export async function listWaitingAlerts(tx: Tx): Promise<{ readonly alertId: string; readonly nextAt: number }[]> {
  return tx.all(waitingAlerts, {});
}

/** What waits of an alert, the oldest first: nothing is sent before what came first. */
export async function alertMessageQueue(
  tx: Tx,
  { alertId, limit }: { readonly alertId: string; readonly limit: number },
): Promise<QueuedMessage[]> {
  return (await tx.all(messagesOf, { alertId, limit })).map(({ body, ...row }) => ({
    ...row,
    message: JSON.parse(body) as AlertMessage,
  }));
}

export async function countWaiting(tx: Tx, { alertId }: { readonly alertId: string }): Promise<number> {
  return (await tx.first(waitingOf, { alertId }))?.waiting ?? 0;
}

export interface NoteSentInput {
  readonly messageId: string;
  readonly alertId: string;
  /** Empty where it was taken. */
  readonly error: string;
  readonly attempts: number;
  /** When it is tried again; null for no more. */
  readonly nextAt: number | null;
}

/** Notes what became of an attempt; nothing of a message that is gone, because the alert goes elsewhere now. */
export const noteAlertSent = defineWrite({
  name: 'noteAlertSent',
  only: 'chosen',
  record: 'not recorded: it happens all the time',
  run: async (tx: Tx, { messageId, alertId, error, attempts, nextAt }: NoteSentInput): Promise<void> => {
    if ((await tx.first(messageById, { messageId })) === undefined) return;
    if (nextAt === null) await tx.run(deleteMessage, { messageId });
    else await tx.run(putOff, { messageId, attempts, nextAt });
    await tx.run(noteError, { alertId, lastError: error });
  },
});
