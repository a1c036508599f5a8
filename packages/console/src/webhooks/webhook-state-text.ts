import type { Webhook } from '@setpoint/contract';

const STATES: Readonly<Record<Webhook['state'], string>> = {
  active: '✓ active',
  failing: '↻ failing',
  parked: '✕ parked, waiting for a replay',
};

export function webhookStateText(state: Webhook['state']): string {
  return STATES[state];
}
