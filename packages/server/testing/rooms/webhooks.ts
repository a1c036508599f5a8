export { createAddressRule } from '../../src/webhooks/address-rule.ts';
export { createAttemptLog } from '../../src/webhooks/attempt-log.ts';
export { attemptNext } from '../../src/webhooks/attempt-next.ts';
export {
  addWebhook,
  addWebhookSecret,
  changeWebhook,
  removeWebhook,
  replayWebhook,
} from '../../src/webhooks/change-webhook.ts';
export { feedWebhooks } from '../../src/webhooks/feed-webhooks.ts';
export { listAttempts, readWebhook } from '../../src/webhooks/read-webhook.ts';
