import { EVENTS_KEPT_MS } from '../events/forget-events.ts';
import type { Room } from '../serving/room.ts';
import type { Budget } from '../limits/budget.ts';
import type { WarnOf } from '../platform/warn-of.ts';
import { createAddressRule } from './address-rule.ts';
import { createAttemptLog } from './attempt-log.ts';
import { feedWebhooks, type WebhookOptions } from './feed-webhooks.ts';
import { forgetAttempts } from './note-attempt.ts';
import type { MailSettings } from './mail-settings.ts';
import type { EventSending } from './send-event.ts';
import type { WebhookSettings } from './settings.ts';
import { type WebhookRoutes, webhookRoutes } from './webhook-routes.ts';

type Made = 'attempts' | 'share' | 'turn' | 'onFailure';

interface WebhookGround extends Omit<WebhookRoutes, Made>, Omit<WebhookOptions, Made | keyof WebhookRoutes> {
  readonly budget: Pick<Budget, 'turn'>;
  readonly warnOf: WarnOf;
}

const TIMEOUT_MS = 15_000;
const PAGERDUTY_URL = 'https://events.pagerduty.com/v2/enqueue';
const ATTEMPTS_KEPT = 10_000;
// Messages to the webhooks of one client.
const SHARE = { atOnce: 8 };

/** How events are sent, to the addresses of clients and of alerts alike. */
export function eventSending(
  { lookUp, publicUrl }: Pick<EventSending, 'lookUp' | 'publicUrl'>,
  { networks, smtp }: Pick<WebhookSettings, 'networks'> & MailSettings,
): EventSending {
  const mailing = smtp === undefined ? undefined : { smtp, timeoutMs: TIMEOUT_MS };
  const by = { isAllowed: createAddressRule(networks), timeoutMs: TIMEOUT_MS, lookUp };
  return { ...by, mailing, publicUrl, pagerDutyUrl: PAGERDUTY_URL };
}

/** Events sent to where somebody wants them. */
export function webhooksRoom(ground: WebhookGround): Room {
  const { store, budget, warnOf } = ground;
  const attempts = createAttemptLog({ store, mostKept: ATTEMPTS_KEPT });
  const turn = (sharer: string) => budget.turn(sharer);
  const onFailure = warnOf('events could not be sent to a webhook');
  return {
    routes: (serve) => webhookRoutes(serve, { ...ground, attempts }),
    forgetting: [forgetAttempts.after(EVENTS_KEPT_MS)],
    background: () => [feedWebhooks({ ...ground, attempts, share: SHARE, turn, onFailure })],
  };
}
