import { defineWrite } from '../store/define-write.ts';
import { lockStoreState } from '../store/lock-site.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { recorded } from '../trail/recorded.ts';
import { alertRecord, type AlertRule, alertRules, readAlertRule } from './alert-rules.ts';
import { findMissing, type MissingKind } from './find-missing.ts';

export const MOST_ALERTS = 100;

export type AddAlertInput = Omit<AlertRule, 'snoozedUntil' | 'lastError'>;

type RuleParams = { [Name in keyof AddAlertInput]: AddAlertInput[Name] };

const insertRule = statement<RuleParams>()(({ db, param }) =>
  db.insertInto('alert_rule').values({
    alert_id: param('alertId'),
    alert_name: param('alertName'),
    condition: param('condition'),
    minutes: param('minutes'),
    site_id: param('siteId'),
    pool_id: param('poolId'),
    channel: param('channel'),
    target: param('target'),
    secret: param('secret'),
    created_at: param('createdAt'),
    snoozed_until: 0,
    last_error: '',
  }),
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
    await tx.run(insertRule, input);
    return { kind: 'added' };
  },
});

interface Addressed {
  readonly alertId: string;
}

type Outcome = Promise<{ readonly kind: 'done' | 'alert_missing' }>;

const deleteRule = statement<{ alertId: string }>()(({ db, param }) =>
  db.deleteFrom('alert_rule').where('alert_id', '=', param('alertId')),
);

export const removeAlert = defineWrite({
  name: 'removeAlert',
  record: recorded(alertRecord),
  run: async (tx: Tx, { alertId }: Addressed): Outcome => {
    if ((await readAlertRule(tx, { alertId })) === undefined) return { kind: 'alert_missing' };
    await tx.run(deleteRule, { alertId });
    return { kind: 'done' };
  },
});

const setSnooze = statement<{ alertId: string; until: number }>()(({ db, param }) =>
  db
    .updateTable('alert_rule')
    .set({ snoozed_until: param('until') })
    .where('alert_id', '=', param('alertId')),
);

export interface SnoozeAlertInput extends Addressed {
  /** 0 for not at all. */
  readonly until: number;
}

export const snoozeAlert = defineWrite({
  name: 'snoozeAlert',
  record: recorded({ ...alertRecord, action: 'alert.snoozed' }),
  run: async (tx: Tx, { alertId, until }: SnoozeAlertInput): Outcome => {
    if ((await readAlertRule(tx, { alertId })) === undefined) return { kind: 'alert_missing' };
    await tx.run(setSnooze, { alertId, until });
    return { kind: 'done' };
  },
});
