import { updateBy } from '../store/put.ts';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { recorded } from '../trail/recorded.ts';
import { queueAnew } from '../webhooks/queue-events.ts';
import { alertRecord, readAlertRule } from './alert-rules.ts';
import { findMissing, type MissingKind } from './add-alert.ts';
import { lockRule } from './settle-alert.ts';

/** What a change may set; what is left out stays. */
interface AlertChange {
  readonly alertName?: string;
  readonly minutes?: number;
  /** Both or neither: the one that is not meant is empty, and both are for all sites. */
  readonly siteId?: string;
  readonly poolId?: string;
  readonly target?: string;
}

export interface ChangeAlertInput {
  readonly alertId: string;
  readonly change: AlertChange;
}

export interface ChangeAlertOutput {
  readonly kind: 'changed' | 'same' | 'alert_missing' | MissingKind;
}

const setRule = updateBy('alert_rule', ['alertId'], ['alertName', 'minutes', 'siteId', 'poolId']);

const noteRuleChanged = statement<{ alertId: string }>()(({ db, param }) =>
  db.updateTable('alert_firing').set({ is_told: 2 }).where('alert_id', '=', param('alertId')).where('is_told', '=', 1),
);

const forgetNotified = updateBy('alert_firing', ['alertId'], { isTold: 0 });

/** Changes what a rule covers, or where it goes: the next look sends what follows from that. */
export const changeAlert = defineWrite({
  name: 'changeAlert',
  record: recorded(
    // The path of a hook is not in the record; that it was changed is.
    { ...alertRecord, did: ({ kind }: ChangeAlertOutput) => kind === 'changed' },
  ),
  run: async (tx: Tx, { alertId, change }: ChangeAlertInput): Promise<ChangeAlertOutput> => {
    await lockRule(tx, { alertId });
    const known = await readAlertRule(tx, { alertId });
    if (known === undefined) return { kind: 'alert_missing' };
    const missing = await findMissing(tx, change);
    if (missing !== undefined) return { kind: missing };
    const { alertName, minutes, siteId, poolId, target } = { ...known, ...change };
    const coversElse = minutes !== known.minutes || siteId !== known.siteId || poolId !== known.poolId;
    const goesElsewhere = target !== known.target;
    if (!coversElse && !goesElsewhere && alertName === known.alertName) return { kind: 'same' };
    await tx.run(setRule, { alertId, alertName, minutes, siteId, poolId });
    if (coversElse) await tx.run(noteRuleChanged, { alertId });
    if (goesElsewhere) await notifyAnew(tx, alertId, target);
    return { kind: 'changed' };
  },
});

// Nobody there was notified of anything yet: of what fires now they are, and of the rest they need not be.
async function notifyAnew(tx: Tx, alertId: string, target: string): Promise<void> {
  await tx.run(forgetNotified, { alertId });
  await queueAnew(tx, { alertId, target });
}
