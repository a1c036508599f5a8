import type { SiteDelivery } from '@setpoint/contract';

const SITE_STATES: Readonly<Record<SiteDelivery['state'], string>> = {
  in_sync: '✓ The controller has what is set',
  partial: '! The controller has what is set, and rejects a part of it',
  pending: '↻ The controller has not taken over what is set yet',
  unreachable: '✕ The controller cannot be reached, and has something else than what is set',
};

export function siteStateText(state: SiteDelivery['state']): string {
  return SITE_STATES[state];
}
