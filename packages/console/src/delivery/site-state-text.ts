import type { SiteDelivery } from '@setpoint/contract';

const SITE_STATES: Readonly<Record<SiteDelivery['state'], string>> = {
  in_sync: '✓ The controller has the current schedule',
  partial: '! The controller has the current schedule, and rejects part of it',
  pending: '↻ The controller does not have the current schedule yet',
  unreachable: '✕ The controller cannot be reached, and does not have the current schedule',
};

export function siteStateText(state: SiteDelivery['state']): string {
  return SITE_STATES[state];
}
