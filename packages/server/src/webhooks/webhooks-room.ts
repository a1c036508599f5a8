import type { Room } from '../http/room.ts';
import type { WarnOf } from '../platform/warn-of.ts';
import { createAddressRule } from './address-rule.ts';
import { feedWebhooks, type WebhookOptions } from './feed-webhooks.ts';
import { type AttemptForgetting, forgetOldAttempts } from './forget-old-attempts.ts';
import type { WebhookSettings } from './settings.ts';
import { type WebhookRoutes, webhookRoutes } from './webhook-routes.ts';

interface WebhookGround
  extends Omit<WebhookRoutes, 'sending'>, Omit<WebhookOptions, 'sending' | 'onFailure' | keyof WebhookRoutes> {
  readonly warnOf: WarnOf;
}

const TIMEOUT_MS = 15_000;

/** Events sent to where somebody wants them. */
export function webhooksRoom(
  ground: WebhookGround,
  { networks, keptMs }: WebhookSettings & Pick<AttemptForgetting, 'keptMs'>,
): Room {
  const sending = { isAllowed: createAddressRule(networks), timeoutMs: TIMEOUT_MS };
  const onFailure = ground.warnOf('events could not be sent to a webhook');
  return {
    routes: (app) => webhookRoutes(app, { ...ground, sending }),
    forgetting: [forgetOldAttempts({ ...ground, keptMs })],
    background: () => [feedWebhooks({ ...ground, sending, onFailure })],
  };
}
