import { forgetRows } from '../platform/loops/forgetting.ts';
import { readBy } from '../store/fields.ts';
import { insert, updateBy } from '../store/put.ts';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { EventPosition } from '../events/read-events.ts';
import { ATTEMPT, type StoredAttempt } from './read-webhook.ts';

export interface NoteAttemptInput {
  readonly webhookId: string;
  readonly attempt: StoredAttempt;
  /** What it leads to; left out for a test, which moves nothing. */
  readonly next?: {
    readonly turn: number;
    readonly position: EventPosition;
    readonly attempt: number;
    readonly failingSince: number | null;
    readonly nextAt: number;
    readonly isParked: boolean;
  };
}

const webhookTurn = readBy('webhook', ['webhookId']);

const moveWebhook = updateBy(
  'webhook',
  ['webhookId', 'turn'],
  ['epoch', 'tx', 'n', 'k', 'attempt', 'failingSince', 'nextAt', 'isParked'],
);

const insertAttempt = insert('webhook_delivery', ['webhookId', ...ATTEMPT]);

/** Notes what became of one attempt, and moves the webhook on unless it was replayed meanwhile. */
export const noteAttempt = defineWrite({
  name: 'noteAttempt',
  only: 'chosen',
  record: 'not recorded: attempts are kept themselves',
  run: async (tx: Tx, { webhookId, attempt, next }: NoteAttemptInput): Promise<void> => {
    const isThere = await keepAttempt(tx, { webhookId, attempt });
    if (!isThere || next === undefined) return;
    const { position, isParked, ...rest } = next;
    await tx.run(moveWebhook, { webhookId, ...position, ...rest, isParked: isParked ? 1 : 0 });
  },
});

/** Notes an attempt that somebody asked for: it moves nothing, so that any node may make it. */
export const noteTrial = defineWrite({
  name: 'noteTrial',
  record: 'not recorded: attempts are kept themselves',
  run: async (tx: Tx, trial: NoteAttemptInput): Promise<void> => void (await keepAttempt(tx, trial)),
});

async function keepAttempt(tx: Tx, { webhookId, attempt }: NoteAttemptInput): Promise<boolean> {
  if ((await tx.first(webhookTurn, { webhookId })) === undefined) return false;
  await tx.run(insertAttempt, { webhookId, ...attempt });
  return true;
}

/** The log of attempts to hand an event to a webhook. */
export const forgetAttempts = forgetRows('webhook_delivery', { name: 'forgetAttempts', by: 'at', step: 2_000 });

const newestBeyond = statement<{ webhookId: string; keep: number }>()(({ db, param }) =>
  db
    .selectFrom('webhook_delivery')
    .select('delivery_id')
    .where('webhook_id', '=', param('webhookId'))
    .orderBy('delivery_id', 'desc')
    .limit(1)
    .offset(param('keep')),
);

const deleteUpTo = statement<{ webhookId: string; last: string; limit: number }>()(({ db, param }) =>
  db
    .deleteFrom('webhook_delivery')
    .where('webhook_id', '=', param('webhookId'))
    .where('delivery_id', 'in', (eb) =>
      eb
        .selectFrom('webhook_delivery')
        .select('delivery_id')
        .where('webhook_id', '=', param('webhookId'))
        .where('delivery_id', '<=', param('last'))
        .orderBy('delivery_id')
        .limit(param('limit')),
    ),
);

/** Leaves a webhook the latest attempts, and deletes a limited number of those before. */
export const cutAttempts = defineWrite({
  name: 'cutAttempts',
  record: 'not recorded: it has had its time',
  run: async (tx: Tx, input: { webhookId: string; keep: number; limit: number }): Promise<void> => {
    const { webhookId, keep, limit } = input;
    const row = await tx.first(newestBeyond, { webhookId, keep });
    if (row !== undefined) await tx.run(deleteUpTo, { webhookId, last: row.delivery_id, limit });
  },
});
