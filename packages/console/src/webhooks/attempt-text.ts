import type { WebhookTestResult } from '@setpoint/contract';

/** The result of one attempt. */
export function attemptText({ status, ms, error }: WebhookTestResult): string {
  const answer = status === null ? 'no answer' : `answered ${status}`;
  return error === null ? `✓ ${answer} within ${ms} ms` : `✕ ${answer} after ${ms} ms: ${error}`;
}
