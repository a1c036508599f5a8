import type { Alert, AlertCondition } from '@setpoint/contract';
import { countText } from '../words/count-text.ts';

/** The conditions, as they are chosen and as they are shown. */
export const CONDITION_WORDS: Readonly<Record<AlertCondition, { readonly choice: string; readonly is: string }>> = {
  offline: { choice: 'A site is offline', is: 'offline' },
  behind: { choice: 'A site is behind its schedule', is: 'behind its schedule' },
  deviating: { choice: 'A site does not follow its setpoint', is: 'not following its setpoint' },
  pool_short: { choice: 'A pool is short of power', is: 'short of power' },
  credential_ending: { choice: 'A key, secret, grant or certificate ends soon', is: 'ends soon' },
  clock_jumped: { choice: 'The clock of the service jumped', is: 'the clock differs from the time of the store' },
};

export const UNITS = [
  { id: 'minutes', one: 'minute', minutes: 1 },
  { id: 'hours', one: 'hour', minutes: 60 },
  { id: 'days', one: 'day', minutes: 1_440 },
] as const;
export type Unit = (typeof UNITS)[number];

/** The largest unit that says it in a whole number. */
export function unitOf(minutes: number): Unit {
  return UNITS.findLast((unit) => minutes > 0 && minutes % unit.minutes === 0) ?? UNITS[0];
}

/** Such as `offline for 10 minutes`. */
export function conditionText({ condition, minutes }: Pick<Alert, 'condition' | 'minutes'>): string {
  const unit = unitOf(minutes);
  const long = countText(minutes / unit.minutes, unit.one);
  if (condition === 'credential_ending') return `a key, secret, grant or certificate ends within ${long}`;
  return minutes === 0 ? CONDITION_WORDS[condition].is : `${CONDITION_WORDS[condition].is} for ${long}`;
}
