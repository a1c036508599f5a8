import { insert, removeBy } from '../store/put.ts';
import { defineWrite } from '../store/define-write.ts';
import { lockStoreState } from '../store/lock-site.ts';
import { placeOfSecret } from '../store/secrets/place-of-secret.ts';
import type { Tx } from '../store/tx.ts';
import { recorded } from '../trail/recorded.ts';
import { alertRecord, type AlertRule, alertRules, readAlertRule } from './alert-rules.ts';
import { findMissing, type MissingKind } from './conditions/find-missing.ts';

export const MOST_ALERTS = 100;

export type AddAlertInput = Omit<AlertRule, 'lastError'>;

const insertRule = insert(
  'alert_rule',
  ['alertId', 'alertName', 'condition', 'minutes', 'siteId', 'poolId', 'channel', 'target', 'secret', 'createdAt'],
  { lastError: '' },
);

export type AddAlertOutput = { readonly kind: 'added' | 'too_many' | MissingKind };

export const addAlert = defineWrite({
  name: 'addAlert',
  record: recorded(alertRecord),
  run: async (tx: Tx, input: AddAlertInput): Promise<AddAlertOutput> => {
    await lockStoreState(tx);
    if ((await alertRules(tx)).length >= MOST_ALERTS) return { kind: 'too_many' };
    const missing = await findMissing(tx, input);
    if (missing !== undefined) return { kind: missing };
    const { alertId } = input;
    const target = tx.secrets.close(input.target, placeOfSecret('alert_rule.target', alertId));
    const secret = tx.secrets.close(input.secret, placeOfSecret('alert_rule.secret', alertId));
    await tx.run(insertRule, { ...input, target, secret });
    return { kind: 'added' };
  },
});

interface Addressed {
  readonly alertId: string;
}

type Outcome = Promise<{ readonly kind: 'done' | 'alert_missing' }>;

const deleteRule = removeBy('alert_rule', ['alertId']);

export const removeAlert = defineWrite({
  name: 'removeAlert',
  record: recorded(alertRecord),
  run: async (tx: Tx, { alertId }: Addressed): Outcome => {
    if ((await readAlertRule(tx, { alertId })) === undefined) return { kind: 'alert_missing' };
    await tx.run(deleteRule, { alertId });
    return { kind: 'done' };
  },
});
