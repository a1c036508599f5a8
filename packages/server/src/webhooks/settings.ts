import type { SettingsReader } from '../wire/settings-reader.ts';
import { isNetwork } from '../door/network-list.ts';

export interface WebhookSettings {
  /** Networks that are not public and may get webhooks all the same. */
  readonly networks: readonly string[];
}

export function readWebhookSettings(read: SettingsReader): WebhookSettings {
  const networks = read.list('SETPOINT_WEBHOOK_NETWORKS');
  for (const network of networks.filter((one) => !isNetwork(one))) {
    read.refuse(`SETPOINT_WEBHOOK_NETWORKS: ${JSON.stringify(network)} is not a network such as 10.0.0.0/8`);
  }
  return { networks: networks.filter(isNetwork) };
}
