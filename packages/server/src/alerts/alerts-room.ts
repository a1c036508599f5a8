import type { Room } from '../serving/room.ts';
import type { HttpSettings } from '../http/settings.ts';
import { type AlertRoutes, alertRoutes } from './alert-routes.ts';
import { endOfChain } from './end-of-chain.ts';
import { type AlertWatching, watchAlerts } from './watch-alerts.ts';

/** Notifies people by e-mail or chat when a problem lasts. */
export function alertsRoom(ground: AlertRoutes & AlertWatching, { tls }: Pick<HttpSettings, 'tls'>): Room {
  const watching = { ...ground, ...(tls === undefined ? {} : { certificateEndsAt: endOfChain(tls.cert) }) };
  return { routes: (serve) => alertRoutes(serve, ground), clockSteps: [watchAlerts(watching)] };
}
