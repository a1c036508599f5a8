import type { SettingsReader } from '../wire/settings-reader.ts';
import type { Shares } from '../limits/shares.ts';
import { isNetwork } from '../door/network-list.ts';

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

export function readWebhookSettings(read: SettingsReader, shares: Shares): WebhookSettings {
  const networks = read.list('SETPOINT_WEBHOOK_NETWORKS');
  for (const network of networks.filter((one) => !isNetwork(one))) {
    read.refuse(`SETPOINT_WEBHOOK_NETWORKS: ${JSON.stringify(network)} is not a network such as 10.0.0.0/8`);
  }
  return {
    networks: networks.filter(isNetwork),
    limits: {
      mostWebhooks: shares['client-webhooks'],
      attemptsAtOnce: shares['client-webhook-attempts'],
      testsAtOnce: shares['client-webhook-tests'],
      attemptsKept: shares['webhook-attempts-kept'],
    },
  };
}
