import type { Room } from '../serving/room.ts';
import type { HttpSettings } from '../http/settings.ts';
import type { LookUp } from '../platform/addresses/create-name-lookup.ts';
import { createAddressRule } from '../webhooks/address-rule.ts';
import type { WebhookSettings } from '../webhooks/settings.ts';
import { type AlertRoutes, alertRoutes } from './alert-routes.ts';
import { endOfChain } from './end-of-chain.ts';
import type { AlertSending } from './send-alert.ts';
import { feedAlerts } from './feed-alerts.ts';
import type { AlertSettings } from './settings.ts';
import { type AlertWatching, watchAlerts } from './watch-alerts.ts';

interface AlertGround extends Omit<AlertRoutes, keyof AlertSending>, AlertWatching {
  readonly lookUp: LookUp;
  readonly publicUrl: string;
}

const TIMEOUT_MS = 15_000;
const PAGERDUTY_URL = 'https://events.pagerduty.com/v2/enqueue';

/** Notifies people by e-mail or chat when a problem lasts. */
export function alertsRoom(
  ground: AlertGround,
  { smtp, networks, tls }: AlertSettings & Pick<WebhookSettings, 'networks'> & Pick<HttpSettings, 'tls'>,
): Room {
  const { publicUrl, lookUp } = ground;
  const watching = { ...ground, ...(tls === undefined ? {} : { certificateEndsAt: endOfChain(tls.cert) }) };
  const by: AlertSending = {
    sending: { isAllowed: createAddressRule(networks), timeoutMs: TIMEOUT_MS, lookUp },
    mailing: smtp === undefined ? undefined : { smtp, timeoutMs: TIMEOUT_MS },
    publicUrl,
    pagerDutyUrl: PAGERDUTY_URL,
  };
  return {
    routes: (serve) => alertRoutes(serve, { ...ground, ...by }),
    clockSteps: [watchAlerts(watching), feedAlerts({ ...ground, ...by })],
  };
}
