import type { SiteDelivery } from '@setpoint/contract';
import { countText } from '../words/count-text.ts';

const SITE_STATES: Readonly<Record<SiteDelivery['state'], string>> = {
  in_sync: '✓ The controller has the current schedule',
  partial: '! The controller has the current schedule, and rejects part of it',
  pending: '↻ The controller does not have the current schedule yet',
  unreachable: '✕ The controller cannot be reached, and does not have the current schedule',
};

/** To have a schedule is not to carry it out: what is not measured, or served in part, is said beside it. */
export function siteStateText({ state, commands }: Pick<SiteDelivery, 'state' | 'commands'>): string {
  const unknown = commands.filter((command) => command.state === 'unknown').length;
  const limited = commands.filter((command) => command.limited !== null).length;
  const beside = [
    ...(unknown === 0 ? [] : [`${countText(unknown, 'command')} not measured`]),
    ...(limited === 0 ? [] : [`${countText(limited, 'command')} served in part`]),
  ];
  return beside.length === 0 ? SITE_STATES[state] : `${SITE_STATES[state]}; ${beside.join(', ')}`;
}
