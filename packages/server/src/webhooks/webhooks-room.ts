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

type Made = 'attempts' | 'limits' | 'share' | 'turn' | 'onFailure';

interface WebhookGround extends Omit<WebhookRoutes, Made>, Omit<WebhookOptions, Made | keyof WebhookRoutes> {
  readonly budget: Pick<Budget, 'turn'>;
  readonly warnOf: WarnOf;
}

const TIMEOUT_MS = 15_000;
const PAGERDUTY_URL = 'https://events.pagerduty.com/v2/enqueue';

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
export function webhooksRoom(
  ground: WebhookGround,
  { limits, keptMs }: Pick<WebhookSettings, 'limits'> & { readonly keptMs: number },
): Room {
  const { store, budget, warnOf } = ground;
  const attempts = createAttemptLog({ store, mostKept: limits.attemptsKept });
  const share = { atOnce: limits.attemptsAtOnce };
  const turn = (sharer: string) => budget.turn(sharer);
  const onFailure = warnOf('events could not be sent to a webhook');
  return {
    routes: (serve) => webhookRoutes(serve, { ...ground, attempts, limits }),
    forgetting: [forgetAttempts.after(keptMs)],
    background: () => [feedWebhooks({ ...ground, attempts, share, turn, onFailure })],
  };
}
