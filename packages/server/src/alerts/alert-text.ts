import { instantText } from '@setpoint/core';
import type { AlertRule } from './alert-rules.ts';
import { MOST_SUBJECTS } from './firing-subject.ts';
import type { AlertMessage } from './settle-alert.ts';

const WORDS: Readonly<Record<AlertRule['condition'], readonly [firing: string, recovered: string]>> = {
  offline: ['offline', 'online again'],
  behind: ['behind its schedule', 'no longer behind'],
  deviating: ['deviating from its setpoint', 'no longer deviating'],
  credential_ending: ['ends soon', 'replaced or ended'],
  clock_jumped: ['differs from the time of the store', 'agrees with the store again'],
  pool_short: ['short of power', 'no longer short of power'],
};
const MOST_NAMED = 20;

/** What fires or ended, in one line. */
export function alertTitle(
  { alertName, condition }: AlertRule,
  { kind, isAlertChanged, subjects }: AlertMessage,
): string {
  const [firing, recovered] = WORDS[condition];
  const over = isAlertChanged === true ? 'no longer watched, because the alert was changed' : recovered;
  const [one] = subjects;
  const many = isCut({ kind, subjects }) ? `${subjects.length} or more` : `${subjects.length} of them`;
  const what = subjects.length === 1 ? (one?.subjectName ?? '') : many;
  return `${alertName}: ${what} ${kind === 'firing' ? firing : over}`;
}

/** What fires or ended, for people to read. */
export function alertText(rule: AlertRule, message: AlertMessage, publicUrl: string): string {
  // Since when it ends soon says nothing; its name says when.
  const isEnding = rule.condition === 'credential_ending';
  const named = message.subjects.slice(0, MOST_NAMED);
  const more = message.subjects.length - named.length;
  return [
    alertTitle(rule, message),
    '',
    ...named.map(({ subjectName, since }) => `- ${subjectName}${isEnding ? '' : `, since ${instantText(since)}`}`),
    ...(more > 0 ? [`- and ${more} ${isCut(message) ? 'or more others' : 'others'}`] : []),
    '',
    publicUrl,
  ].join('\n');
}

/** Whether there may be more than were looked at. */
function isCut({ kind, subjects }: Pick<AlertMessage, 'kind' | 'subjects'>): boolean {
  return kind === 'firing' && subjects.length >= MOST_SUBJECTS;
}
