import { resourceOf } from '../session/resource-of.ts';

export const { useRead: useWebhooks, useChange: useWebhookChange } = resourceOf('webhooks', { everyMs: 5_000 });
