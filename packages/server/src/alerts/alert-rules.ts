import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { State, Subject } from '../trail/deed.ts';
import type { AlertChannel, AlertCondition } from '@setpoint/contract';
import { instantTextOrNull } from '@setpoint/core';
import { shownTarget } from './shown-target.ts';

export interface AlertRule {
  readonly alertId: string;
  readonly alertName: string;
  readonly condition: AlertCondition;
  readonly minutes: number;
  /** Empty for a pool or all sites. */
  readonly siteId: string;
  /** Empty for a site or all sites. */
  readonly poolId: string;
  readonly channel: AlertChannel;
  readonly target: string;
  readonly secret: string;
  /** 0 for not at all. */
  readonly snoozedUntil: number;
  readonly lastError: string;
  readonly createdAt: number;
}

const allRules = statement<Record<never, never>>()(({ db }) =>
  db.selectFrom('alert_rule').selectAll().orderBy('created_at').orderBy('alert_id'),
);

const ruleById = statement<{ alertId: string }>()(({ db, param }) =>
  db.selectFrom('alert_rule').selectAll().where('alert_id', '=', param('alertId')),
);

type RuleRow = Awaited<ReturnType<typeof readRow>>;

async function readRow(tx: Tx, alertId: string) {
  return tx.first(ruleById, { alertId });
}

/** All rules, the oldest first. */
export async function alertRules(tx: Tx): Promise<AlertRule[]> {
  return (await tx.all(allRules, {})).map(ruleFromRow);
}

export async function readAlertRule(tx: Tx, { alertId }: { readonly alertId: string }): Promise<AlertRule | undefined> {
  const row = await readRow(tx, alertId);
  return row === undefined ? undefined : ruleFromRow(row);
}

function ruleFromRow(row: NonNullable<RuleRow>): AlertRule {
  return {
    alertId: row.alert_id,
    alertName: row.alert_name,
    condition: row.condition,
    minutes: row.minutes,
    siteId: row.site_id,
    poolId: row.pool_id,
    channel: row.channel,
    target: row.target,
    secret: row.secret,
    snoozedUntil: row.snoozed_until,
    lastError: row.last_error,
    createdAt: row.created_at,
  };
}

/** What the audit log says of an alert. */
export const alertRecord = {
  subject: ({ alertId }: { readonly alertId: string }): Subject => ({ kind: 'alert', id: alertId }),
  look: async (tx: Tx, { alertId }: { readonly alertId: string }): Promise<State | undefined> => {
    const rule = await readAlertRule(tx, { alertId });
    if (rule === undefined) return undefined;
    const { alertName, condition, minutes, siteId, poolId, channel, snoozedUntil } = rule;
    const snoozed = { snoozedUntil: instantTextOrNull(snoozedUntil === 0 ? null : snoozedUntil) };
    return { alertName, condition, minutes, siteId, poolId, channel, target: shownTarget(rule), ...snoozed };
  },
};
