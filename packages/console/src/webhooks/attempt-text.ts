import type { Webhook, WebhookTestResult } from '@setpoint/contract';

const STATES: Readonly<Record<Webhook['state'], string>> = {
  active: '✓ in order',
  failing: '↻ failing',
  parked: '✕ parked: waits for a replay',
};

export function webhookStateText(state: Webhook['state']): string {
  return STATES[state];
}

/** What became of one attempt. */
export function attemptText({ status, ms, error }: WebhookTestResult): string {
  const answer = status === null ? 'no answer' : `answered ${status}`;
  return error === null ? `✓ ${answer} within ${ms} ms` : `✕ ${answer} after ${ms} ms: ${error}`;
}
