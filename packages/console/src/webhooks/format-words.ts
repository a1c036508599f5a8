import type { WebhookFormat } from '@setpoint/contract';

/** How messages can be written. */
export const FORMAT_WORDS: Readonly<Record<WebhookFormat, string>> = {
  setpoint: 'Setpoint',
  cloudevents: 'CloudEvents 1.0',
};
