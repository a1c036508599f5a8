import { insert } from '../store/put.ts';
import { defineWrite } from '../store/define-write.ts';
import { lockStoreState } from '../store/lock-site.ts';
import type { Tx } from '../store/tx.ts';
import { recorded } from '../trail/recorded.ts';
import { putWebhook } from '../webhooks/change-webhook.ts';
import { NOTHING_QUEUED, removeQueue } from '../webhooks/queue-events.ts';
import { alertRecord, type AlertRule, alertRules, readAlertRule } from './alert-rules.ts';
import { findPool } from '../access/pools/find-pool.ts';
import { findSite } from '../access/sites/find-site.ts';

export type MissingKind = 'site_missing' | 'pool_missing';

/** Which of what a rule names is not there; nothing is named by an empty id. */
export async function findMissing(
  tx: Tx,
  { siteId = '', poolId = '' }: { readonly siteId?: string; readonly poolId?: string },
): Promise<MissingKind | undefined> {
  if (siteId !== '' && (await findSite(tx, { siteId })) === undefined) return 'site_missing';
  if (poolId !== '' && (await findPool(tx, { poolId })) === undefined) return 'pool_missing';
  return undefined;
}

export const MOST_ALERTS = 100;

export interface AddAlertInput extends AlertRule {
  /** What messages to a webhook are signed with; empty for others. */
  readonly secret: string;
}

const insertRule = insert('alert_rule', ['alertId', 'alertName', 'condition', 'minutes', 'siteId', 'poolId']);

export type AddAlertOutput = { readonly kind: 'added' | 'too_many' | MissingKind };

export const addAlert = defineWrite({
  name: 'addAlert',
  record: recorded(alertRecord),
  run: async (tx: Tx, { channel, target, secret, createdAt, ...rule }: AddAlertInput): Promise<AddAlertOutput> => {
    await lockStoreState(tx);
    if ((await alertRules(tx)).length >= MOST_ALERTS) return { kind: 'too_many' };
    const missing = await findMissing(tx, rule);
    if (missing !== undefined) return { kind: missing };
    const to = { channel, url: target, secret, types: '', now: createdAt };
    await putWebhook(tx, { ...to, ...NOTHING_QUEUED, webhookId: rule.alertId, clientId: null });
    await tx.run(insertRule, rule);
    return { kind: 'added' };
  },
});

type Outcome = Promise<{ readonly kind: 'done' | 'alert_missing' }>;

export const removeAlert = defineWrite({
  name: 'removeAlert',
  record: recorded(alertRecord),
  run: async (tx: Tx, { alertId }: { readonly alertId: string }): Outcome => {
    if ((await readAlertRule(tx, { alertId })) === undefined) return { kind: 'alert_missing' };
    await removeQueue(tx, { alertId });
    return { kind: 'done' };
  },
});
