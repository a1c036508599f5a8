import { EVENT_DATA, EVENT_MEANING, EVENT_TYPES } from '@setpoint/contract';

/** Every type of event: a heading each, when there is one, and the names in its `data`. */
export function eventList(): string {
  return EVENT_TYPES.map((type) => {
    const names = Object.keys(EVENT_DATA[type]).map((name) => `\`${name}\``);
    const data = names.length === 0 ? '' : ` \`data\`: ${names.join(', ')}.`;
    return `### ${type}\n\n${EVENT_MEANING[type]}${data}`;
  }).join('\n\n');
}
