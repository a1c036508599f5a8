import type { CertainClock } from '../platform/open-clock.ts';
import type { Room } from '../serving/room.ts';
import type { Budget } from '../limits/budget.ts';
import type { LookUp } from '../platform/addresses/create-name-lookup.ts';
import type { WarnOf } from '../platform/warn-of.ts';
import { createAddressRule } from './address-rule.ts';
import { createAttemptLog } from './attempt-log.ts';
import { feedWebhooks, type WebhookOptions } from './feed-webhooks.ts';
import type { Kept } from '../platform/loops/forgetting.ts';
import { forgetOldAttempts } from './note-attempt.ts';
import type { WebhookSettings } from './settings.ts';
import { type WebhookRoutes, webhookRoutes } from './webhook-routes.ts';

type Made = 'sending' | 'attempts' | 'limits' | 'share' | 'turn' | 'onFailure';

interface WebhookGround
  extends CertainClock, Omit<WebhookRoutes, Made>, Omit<WebhookOptions, Made | keyof WebhookRoutes> {
  readonly budget: Pick<Budget, 'turn'>;
  readonly lookUp: LookUp;
  readonly warnOf: WarnOf;
}

const TIMEOUT_MS = 15_000;

/** Events sent to where somebody wants them. */
export function webhooksRoom(
  ground: WebhookGround,
  { networks, limits, keptMs }: WebhookSettings & Pick<Kept, 'keptMs'>,
): Room {
  const { store, budget, lookUp, warnOf } = ground;
  const sending = { isAllowed: createAddressRule(networks), timeoutMs: TIMEOUT_MS, lookUp };
  const attempts = createAttemptLog({ store, mostKept: limits.attemptsKept });
  const share = { atOnce: limits.attemptsAtOnce };
  const turn = (clientId: string) => budget.turn(clientId);
  const onFailure = warnOf('events could not be sent to a webhook');
  return {
    routes: (serve) => webhookRoutes(serve, { ...ground, sending, attempts, limits }),
    forgetting: [forgetOldAttempts({ ...ground, now: ground.certainNow, keptMs })],
    background: () => [feedWebhooks({ ...ground, sending, attempts, share, turn, onFailure })],
  };
}
