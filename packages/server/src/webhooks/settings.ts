import type { SettingsReader } from '../wire/settings-reader.ts';
import { isNetwork } from './address-rule.ts';

export interface WebhookSettings {
  /** Networks that are not public and may get webhooks all the same. */
  readonly networks: readonly string[];
  readonly limits: WebhookLimits;
}

/** What one client may have. */
export interface WebhookLimits {
  readonly mostWebhooks: number;
  /** Messages that are being sent. */
  readonly attemptsAtOnce: number;
  /** Messages that it asked for to test an address. */
  readonly testsAtOnce: number;
  /** Attempts of each webhook in the log. */
  readonly attemptsKept: number;
}

export function readWebhookSettings(read: SettingsReader): WebhookSettings {
  const networks = read.list('SETPOINT_WEBHOOK_NETWORKS');
  for (const network of networks.filter((one) => !isNetwork(one))) {
    read.refuse(`SETPOINT_WEBHOOK_NETWORKS: ${JSON.stringify(network)} is not a network such as 10.0.0.0/8`);
  }
  return {
    networks: networks.filter(isNetwork),
    limits: {
      mostWebhooks: read.integer('SETPOINT_CLIENT_WEBHOOKS', 20, { min: 1, max: 10_000 }),
      attemptsAtOnce: read.integer('SETPOINT_CLIENT_WEBHOOK_ATTEMPTS', 8, { min: 1, max: 10_000 }),
      testsAtOnce: read.integer('SETPOINT_CLIENT_WEBHOOK_TESTS', 2, { min: 1, max: 10_000 }),
      attemptsKept: read.integer('SETPOINT_WEBHOOK_ATTEMPTS_KEPT', 10_000, { min: 100, max: 1_000_000 }),
    },
  };
}
