import { type Fields, fields } from '../store/fields.ts';
import { placeOfSecret } from '../store/secrets/place-of-secret.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { State, Subject } from '../trail/deed.ts';
import type { AlertChannel } from '@setpoint/contract';

/** A rule, and where the webhook that has its id sends it. */
export type AlertRule = Readonly<
  Fields<'alert_rule'> & Pick<Fields<'webhook'>, 'channel' | 'createdAt'> & { target: string }
>;

const RULE = [
  'alertId',
  'alertName',
  'condition',
  'minutes',
  'siteId',
  'poolId',
  'channel',
  'url',
  'webhook.createdAt',
] as const;

const allRules = statement<Record<never, never>>()(({ db }) =>
  db
    .selectFrom('alert_rule')
    .innerJoin('webhook', 'webhook_id', 'alert_id')
    .select(fields(...RULE))
    .orderBy('created_at')
    .orderBy('alert_id'),
);

const ruleById = statement<{ alertId: string }>()(({ db, param }) =>
  db
    .selectFrom('alert_rule')
    .innerJoin('webhook', 'webhook_id', 'alert_id')
    .select(fields(...RULE))
    .where('alert_id', '=', param('alertId')),
);

/** All rules, the oldest first. */
export async function alertRules(tx: Tx): Promise<AlertRule[]> {
  return (await tx.all(allRules, {})).map((rule) => opened(tx, rule));
}

export async function readAlertRule(tx: Tx, { alertId }: { readonly alertId: string }): Promise<AlertRule | undefined> {
  const rule = await tx.first(ruleById, { alertId });
  return rule && opened(tx, rule);
}

function opened({ secrets }: Tx, { url, ...rule }: Omit<AlertRule, 'target'> & { url: string }): AlertRule {
  return { ...rule, target: secrets.open(url, placeOfSecret('webhook.url', rule.alertId)) };
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

const SHOWN_OF_KEY = 4;

/** Where an alert goes, without what would let others send there: the path of a hook and a routing key are secrets. */
export function shownTarget({ channel, target }: { readonly channel: AlertChannel; readonly target: string }): string {
  if (channel === 'email') return target;
  if (channel === 'pagerduty') return `${target.slice(0, SHOWN_OF_KEY)}…`;
  return new URL(target).origin;
}
