import { fields } from '../store/fields.ts';
import { insert, removeBy, updateBy } from '../store/put.ts';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { type AlertRule, readAlertRule } from './alert-rules.ts';
import { type FiringSubject, MOST_SUBJECTS } from './firing-subject.ts';

/** What people are told: that something began, or that it is over. */
export interface AlertMessage {
  readonly kind: 'firing' | 'recovered';
  /** It is over for this alert, because the alert was changed. */
  readonly isAlertChanged?: true;
  readonly at: number;
  readonly subjects: readonly FiringSubject[];
}

export interface Firing extends FiringSubject {
  readonly isTold: boolean;
  /** Whether the rule was changed since people were told. */
  readonly isFromBefore: boolean;
}

const firingOf = statement<{ alertId: string }>()(({ db, param }) =>
  db
    .selectFrom('alert_firing')
    .select(fields('subjectId', 'subjectName', 'since', 'isTold'))
    .where('alert_id', '=', param('alertId'))
    .orderBy('since')
    .orderBy('subject_id'),
);

const insertFiring = insert('alert_firing', ['alertId', 'subjectId', 'subjectName', 'since'], { isTold: 0 });

const deleteFiring = removeBy('alert_firing', ['alertId', 'subjectId']);

const noteTold = updateBy('alert_firing', ['alertId'], { isTold: 1 });

const noteToldUpTo = statement<{ alertId: string; last: string }>()(({ db, param }) =>
  db
    .updateTable('alert_firing')
    .set({ is_told: 1 })
    .where('alert_id', '=', param('alertId'))
    .where('subject_id', '<=', param('last')),
);

// After a change of the rule; what is still so counts as told by the rule as it is now.
const noteTakenOver = statement<{ alertId: string }>()(({ db, param }) =>
  db.updateTable('alert_firing').set({ is_told: 1 }).where('alert_id', '=', param('alertId')).where('is_told', '=', 2),
);

const insertMessage = insert('alert_message', ['messageId', 'alertId', 'body', 'createdAt', 'nextAt'], { attempts: 0 });

const ruleRow = statement<{ alertId: string }>()(({ db, param }) =>
  db.selectFrom('alert_rule').select('alert_id').where('alert_id', '=', param('alertId')).forUpdate(),
);

/** For what a rule is so, as the store has it. */
export async function readFiring(tx: Tx, { alertId }: { readonly alertId: string }): Promise<Firing[]> {
  return (await tx.all(firingOf, { alertId })).map((row) => ({
    ...row,
    isTold: row.isTold > 0,
    isFromBefore: row.isTold === 2,
  }));
}

/** Lets one at a time change a rule or what follows from it. */
export function lockRule(tx: Tx, { alertId }: { readonly alertId: string }): Promise<void> {
  return tx.lock(ruleRow, { alertId });
}

export interface SettleAlertInput {
  readonly alertId: string;
  readonly holding: readonly FiringSubject[];
  /** As many ids as there may be messages. */
  readonly messageIds: readonly string[];
  readonly now: number;
}

/** What a rule leads to: what begins, what is over, and what of it is to be told. */
export function changeFiring(firing: readonly Firing[], holding: readonly FiringSubject[], isSnoozed: boolean) {
  const known = new Set(firing.map(({ subjectId }) => subjectId));
  const held = new Set(holding.map(({ subjectId }) => subjectId));
  const begun = holding.filter(({ subjectId }) => !known.has(subjectId));
  // Where there are more than were looked at, nothing is known of those behind the last.
  const last = lastLookedAt(holding);
  const isKnown = (subjectId: string) => last === undefined || subjectId <= last;
  const over = firing.filter(({ subjectId }) => !held.has(subjectId) && isKnown(subjectId));
  const untold = firing.filter(({ subjectId, isTold }) => held.has(subjectId) && !isTold);
  return {
    begun,
    over,
    // What was told of is told to be over, snoozed or not.
    recovered: over.filter(({ isTold, isFromBefore }) => isTold && !isFromBefore),
    dropped: over.filter(({ isFromBefore }) => isFromBefore),
    isTakenOver: firing.some(({ isFromBefore }) => isFromBefore),
    firing: isSnoozed ? [] : [...untold, ...begun],
  };
}

function lastLookedAt(holding: readonly FiringSubject[]): string | undefined {
  return holding.length < MOST_SUBJECTS ? undefined : holding.at(-1)?.subjectId;
}

/** Notes what began and what is over, with the messages of it: whoever is killed after it leaves them to be sent. */
export const settleAlert = defineWrite({
  name: 'settleAlert',
  record: 'not recorded: the clock does it',
  run: async (tx: Tx, { alertId, holding, messageIds, now }: SettleAlertInput): Promise<void> => {
    await lockRule(tx, { alertId });
    const rule = await readAlertRule(tx, { alertId });
    if (rule === undefined) return;
    const known = await readFiring(tx, { alertId });
    const { begun, over, recovered, dropped, isTakenOver, firing } = changeFiring(
      known,
      holding,
      rule.snoozedUntil > now,
    );
    for (const { subjectId } of over) await tx.run(deleteFiring, { alertId, subjectId });
    for (const { subjectId, subjectName, since } of begun) {
      await tx.run(insertFiring, { alertId, subjectId, subjectName, since });
    }
    if (isTakenOver) await tx.run(noteTakenOver, { alertId });
    if (firing.length > 0) await noteAllTold(tx, alertId, lastLookedAt(holding));
    const messages = [
      ...messagesOf(rule, { kind: 'recovered' }, recovered),
      ...messagesOf(rule, { kind: 'recovered', isAlertChanged: true }, dropped),
      ...messagesOf(rule, { kind: 'firing' }, firing),
    ];
    for (const [index, subjects] of messages.entries()) {
      const messageId = messageIds[index];
      if (messageId === undefined) throw new Error('there are more messages than ids');
      const body = JSON.stringify({ ...subjects, at: now });
      await tx.run(insertMessage, { messageId, alertId, body, createdAt: now, nextAt: now });
    }
  },
});

function noteAllTold(tx: Tx, alertId: string, last: string | undefined): Promise<unknown> {
  return last === undefined ? tx.run(noteTold, { alertId }) : tx.run(noteToldUpTo, { alertId, last });
}

// PagerDuty opens and closes an incident for each; elsewhere what begins together is one message.
function messagesOf(
  { channel }: AlertRule,
  what: Pick<AlertMessage, 'kind' | 'isAlertChanged'>,
  subjects: readonly FiringSubject[],
) {
  const named = subjects.map(({ subjectId, subjectName, since }) => ({ subjectId, subjectName, since }));
  if (named.length === 0) return [];
  return channel === 'pagerduty' ? named.map((one) => ({ ...what, subjects: [one] })) : [{ ...what, subjects: named }];
}
