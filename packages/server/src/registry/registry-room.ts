import type { Access } from '../access/access.ts';
import type { Room } from '../http/room.ts';
import type { Metrics } from '../platform/metrics.ts';
import type { SiteSignals } from '../platform/site-signals.ts';
import type { Store } from '../store/store.ts';
import { accessRoutes } from './access-routes.ts';
import { clientRegistryRoutes } from './client-registry-routes.ts';
import { controllerKeyRoutes } from './controller-key-routes.ts';
import { registryDocumentRoutes } from './registry-document-routes.ts';
import { siteMetrics } from './site-metrics.ts';
import { type SiteRegistryRoutes, siteRegistryRoutes } from './site-registry-routes.ts';

interface RegistryGround {
  readonly access: Access;
  readonly store: Store;
  readonly now: () => number;
  readonly offlineAfterMs: number;
  readonly metrics: Metrics;
  readonly signals: SiteSignals;
}

/** Which sites, clients, keys and grants there are. */
export function registryRoom(ground: RegistryGround): Room {
  const onEnded: SiteRegistryRoutes['onRemoved'] = (siteId) => ground.signals.send(siteId, 'keys');
  siteMetrics(ground.metrics, ground);
  return {
    routes(app) {
      controllerKeyRoutes(app, { ...ground, onRevoked: onEnded });
      siteRegistryRoutes(app, { ...ground, onRemoved: onEnded });
      clientRegistryRoutes(app, ground);
      accessRoutes(app, ground);
      registryDocumentRoutes(app, ground);
    },
  };
}
