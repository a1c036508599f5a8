import { EVENT_MEANING, EVENT_TYPES } from '@setpoint/contract';

/** Every type of event: a heading each, and when there is one. */
export function eventList(): string {
  return EVENT_TYPES.map((type) => `### ${type}\n\n${EVENT_MEANING[type]}`).join('\n\n');
}
