import { durationMs } from './read-time.ts';
import { timeOrThrow } from './time-option.ts';
import { timesHere } from './times-in.ts';

/** Reads when something ends: a duration, a time, or `off` for now. */
export function endOption(text: string): string {
  return text === 'off' || durationMs(text) !== undefined ? text : timeOrThrow(text);
}

/** The end as RFC 3339; null for `off`. */
export function endOf(time: string): string | null {
  if (time === 'off') return null;
  const ahead = durationMs(time) === undefined ? time : `+${time}`;
  return timesHere({ until: ahead }).until ?? null;
}
