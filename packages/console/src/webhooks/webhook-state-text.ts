import type { Webhook } from '@setpoint/contract';

const STATES: Readonly<Record<Webhook['state'], string>> = {
  active: '✓ in order',
  failing: '↻ failing',
  parked: '✕ parked: waits for a replay',
};

export function webhookStateText(state: Webhook['state']): string {
  return STATES[state];
}
