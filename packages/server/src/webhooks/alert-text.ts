import type { AlertCondition, EventOf } from '@setpoint/contract';

/** An alert rule that fires or recovered. */
export type AlertEvent = EventOf<'alert.firing' | 'alert.recovered'>;

/** More than that are not looked at at once. */
export const MOST_SUBJECTS = 1_000;

const WORDS: Readonly<Record<AlertCondition, readonly [firing: string, recovered: string]>> = {
  offline: ['offline', 'online again'],
  behind: ['behind its schedule', 'no longer behind'],
  deviating: ['deviating from its setpoint', 'no longer deviating'],
  credential_ending: ['ends soon', 'replaced or ended'],
  clock_jumped: ['differs from the time of the store', 'agrees with the store again'],
  pool_short: ['short of power', 'no longer short of power'],
};
const MOST_NAMED = 20;

/** What fires or ended, in one line. */
export function alertTitle(event: AlertEvent): string {
  const { alertName, condition, subjectCount, subjects } = event.data;
  const [firing, recovered] = WORDS[condition];
  const isChanged = event.type === 'alert.recovered' && event.data.isAlertChanged === true;
  const over = isChanged ? 'no longer watched, because the alert was changed' : recovered;
  const many = isCut(event) ? `${subjectCount} or more` : `${subjectCount} of them`;
  const what = subjectCount === 1 ? (subjects[0]?.subjectName ?? '') : many;
  return `${alertName}: ${what} ${event.type === 'alert.firing' ? firing : over}`;
}

/** What fires or ended, for people to read. */
export function alertText(event: AlertEvent, publicUrl: string): string {
  const { condition, subjectCount, subjects } = event.data;
  // Since when it ends soon says nothing; its name says when.
  const isEnding = condition === 'credential_ending';
  const named = subjects.slice(0, MOST_NAMED);
  const more = subjectCount - named.length;
  return [
    alertTitle(event),
    '',
    ...named.map(({ subjectName, since }) => `- ${subjectName}${isEnding ? '' : `, since ${since}`}`),
    ...(more > 0 ? [`- and ${more} ${isCut(event) ? 'or more others' : 'others'}`] : []),
    '',
    publicUrl,
  ].join('\n');
}

/** Whether there may be more than were looked at. */
function isCut({ type, data }: AlertEvent): boolean {
  return type === 'alert.firing' && data.subjectCount >= MOST_SUBJECTS;
}
