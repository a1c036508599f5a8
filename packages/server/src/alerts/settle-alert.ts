import { instantText } from '@setpoint/core';
import { appendAlertEvents } from '../events/append-events.ts';
import type { NewEvent } from '../events/write-events.ts';
import { readBy } from '../store/fields.ts';
import { insert, removeBy, updateBy } from '../store/put.ts';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { type AlertEvent, MOST_SUBJECTS } from '../webhooks/alert-text.ts';
import { queueEvents } from '../webhooks/queue-events.ts';
import { type AlertRule, readAlertRule } from './alert-rules.ts';
import type { FiringSubject } from './firing-subject.ts';

export interface Firing extends FiringSubject {
  readonly isNotified: boolean;
  /** Whether the rule was changed since people were notified. */
  readonly isFromBefore: boolean;
}

const firingOf = readBy('alert_firing', { key: ['alertId'], by: ['since', 'subjectId'] }, [
  'subjectId',
  'subjectName',
  'since',
  'isTold',
]);

const insertFiring = insert('alert_firing', ['alertId', 'subjectId', 'subjectName', 'since'], { isTold: 0 });

const deleteFiring = removeBy('alert_firing', ['alertId', 'subjectId']);

const noteNotified = updateBy('alert_firing', ['alertId'], { isTold: 1 });

const noteNotifiedUpTo = statement<{ alertId: string; last: string }>()(({ db, param }) =>
  db
    .updateTable('alert_firing')
    .set({ is_told: 1 })
    .where('alert_id', '=', param('alertId'))
    .where('subject_id', '<=', param('last')),
);

// After a change of the rule: what still fires counts as sent by the rule as it is now.
const noteTakenOver = statement<{ alertId: string }>()(({ db, param }) =>
  db.updateTable('alert_firing').set({ is_told: 1 }).where('alert_id', '=', param('alertId')).where('is_told', '=', 2),
);

const ruleRow = statement<{ alertId: string }>()(({ db, param }) =>
  db.selectFrom('alert_rule').select('alert_id').where('alert_id', '=', param('alertId')).forUpdate(),
);

/** What a rule is firing for, as the store has it. */
export async function readFiring(tx: Tx, { alertId }: { readonly alertId: string }): Promise<Firing[]> {
  return (await tx.all(firingOf, { alertId })).map(({ isTold, ...subject }) => ({
    ...subject,
    isNotified: isTold > 0,
    isFromBefore: isTold === 2,
  }));
}

/** Lets one at a time change a rule or what follows from it. */
export function lockRule(tx: Tx, { alertId }: { readonly alertId: string }): Promise<void> {
  return tx.lock(ruleRow, { alertId });
}

export interface SettleAlertInput {
  readonly alertId: string;
  readonly subjects: readonly FiringSubject[];
  readonly now: number;
}

/** What a rule leads to: what begins, what ends, and what of it people are notified of. */
export function changeFiring(firing: readonly Firing[], subjects: readonly FiringSubject[]) {
  const known = new Set(firing.map(({ subjectId }) => subjectId));
  const current = new Set(subjects.map(({ subjectId }) => subjectId));
  const begun = subjects.filter(({ subjectId }) => !known.has(subjectId));
  // Where there are more than were looked at, nothing is known of those behind the last.
  const last = lastLookedAt(subjects);
  const isKnown = (subjectId: string) => last === undefined || subjectId <= last;
  const over = firing.filter(({ subjectId }) => !current.has(subjectId) && isKnown(subjectId));
  const unsent = firing.filter(({ subjectId, isNotified }) => current.has(subjectId) && !isNotified);
  return {
    begun,
    over,
    recovered: over.filter(({ isNotified, isFromBefore }) => isNotified && !isFromBefore),
    dropped: over.filter(({ isFromBefore }) => isFromBefore),
    isTakenOver: firing.some(({ isFromBefore }) => isFromBefore),
    firing: [...unsent, ...begun],
  };
}

function lastLookedAt(subjects: readonly FiringSubject[]): string | undefined {
  return subjects.length < MOST_SUBJECTS ? undefined : subjects.at(-1)?.subjectId;
}

/** Notes what fires and what ended, with the events of it: a node that is killed after it leaves them to be sent. */
export const settleAlert = defineWrite({
  name: 'settleAlert',
  only: 'chosen',
  record: 'not recorded: the clock does it',
  run: async (tx: Tx, { alertId, subjects, now }: SettleAlertInput): Promise<void> => {
    await lockRule(tx, { alertId });
    const rule = await readAlertRule(tx, { alertId });
    if (rule === undefined) return;
    const known = await readFiring(tx, { alertId });
    const { begun, over, recovered, dropped, isTakenOver, firing } = changeFiring(known, subjects);
    for (const { subjectId } of over) await tx.run(deleteFiring, { alertId, subjectId });
    for (const { subjectId, subjectName, since } of begun) {
      await tx.run(insertFiring, { alertId, subjectId, subjectName, since });
    }
    if (isTakenOver) await tx.run(noteTakenOver, { alertId });
    if (firing.length > 0) await noteAllNotified(tx, alertId, lastLookedAt(subjects));
    const events = [
      ...eventsOf(rule, { type: 'alert.recovered', subjects: recovered }),
      ...eventsOf(rule, { type: 'alert.recovered', subjects: dropped, isAlertChanged: true }),
      ...eventsOf(rule, { type: 'alert.firing', subjects: firing }),
    ];
    const row = await appendAlertEvents(tx, { alertId, now, events });
    if (row !== undefined) await queueEvents(tx, { alertId, row });
  },
});

function noteAllNotified(tx: Tx, alertId: string, last: string | undefined): Promise<unknown> {
  return last === undefined ? tx.run(noteNotified, { alertId }) : tx.run(noteNotifiedUpTo, { alertId, last });
}

// The latest thousands of events are in the memory of each node.
const MOST_IN_EVENT = 100;

interface Happening {
  readonly type: AlertEvent['type'];
  readonly subjects: readonly FiringSubject[];
  readonly isAlertChanged?: true;
}

function eventsOf({ alertName, condition, channel }: AlertRule, { type, subjects, ...more }: Happening): NewEvent[] {
  if (subjects.length === 0) return [];
  // PagerDuty opens and closes an incident for each; elsewhere what begins together is one message.
  const together = channel === 'pagerduty' ? subjects.map((one) => [one]) : [subjects];
  return together.map((those) => {
    const shown = those.slice(0, MOST_IN_EVENT).map(({ subjectId, subjectName, since }) => {
      return { subjectId, subjectName, since: instantText(since) };
    });
    return { type, data: { alertName, condition, subjectCount: those.length, ...more, subjects: shown } };
  });
}
