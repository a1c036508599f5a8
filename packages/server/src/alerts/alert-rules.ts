import { type Fields, fields, readBy } from '../store/fields.ts';
import { placeOfSecret } from '../store/secrets/place-of-secret.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { State, Subject } from '../trail/deed.ts';
import { shownTarget } from './shown-target.ts';

export type AlertRule = Readonly<Fields<'alert_rule'>>;

const RULE = [
  'alertId',
  'alertName',
  'condition',
  'minutes',
  'siteId',
  'poolId',
  'channel',
  'target',
  'secret',
  'lastError',
  'createdAt',
] as const;

const allRules = statement<Record<never, never>>()(({ db }) =>
  db
    .selectFrom('alert_rule')
    .select(fields(...RULE))
    .orderBy('created_at')
    .orderBy('alert_id'),
);

const ruleById = readBy('alert_rule', ['alertId'], RULE);

/** All rules, the oldest first. */
export async function alertRules(tx: Tx): Promise<AlertRule[]> {
  return (await tx.all(allRules, {})).map((rule) => opened(tx, rule));
}

export async function readAlertRule(tx: Tx, { alertId }: { readonly alertId: string }): Promise<AlertRule | undefined> {
  const rule = await tx.first(ruleById, { alertId });
  return rule && opened(tx, rule);
}

function opened({ secrets }: Tx, rule: AlertRule): AlertRule {
  const target = secrets.open(rule.target, placeOfSecret('alert_rule.target', rule.alertId));
  return { ...rule, target, secret: secrets.open(rule.secret, placeOfSecret('alert_rule.secret', rule.alertId)) };
}

/** What the audit log says of an alert. */
export const alertRecord = {
  subject: ({ alertId }: { readonly alertId: string }): Subject => ({ kind: 'alert', id: alertId }),
  read: async (tx: Tx, { alertId }: { readonly alertId: string }): Promise<State | undefined> => {
    const rule = await readAlertRule(tx, { alertId });
    if (rule === undefined) return undefined;
    const { alertName, condition, minutes, siteId, poolId, channel } = rule;
    return { alertName, condition, minutes, siteId, poolId, channel, target: shownTarget(rule) };
  },
};
