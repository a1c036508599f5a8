import type { Access } from '../access/access.ts';
import type { Room } from '../serving/room.ts';
import type { Budget } from '../limits/budget.ts';
import type { SigningKeys } from '../identity/keys/signing-keys.ts';
import type { Metrics } from '../platform/figures/metrics.ts';
import type { WarnOf } from '../platform/warn-of.ts';
import type { SiteSignals } from '../platform/site-signals.ts';
import type { Store } from '../store/store.ts';
import { accessRoutes } from './grants/access-routes.ts';
import { clientRegistryRoutes } from './clients/client-registry-routes.ts';
import { replaceOperatorSecret } from './clients/operator-file.ts';
import { controllerKeyRoutes } from './keys/controller-key-routes.ts';
import { registryDocumentRoutes } from './document/registry-document-routes.ts';
import { signingKeyRoutes } from './keys/signing-key-routes.ts';
import { siteMetrics } from './sites/site-metrics.ts';
import { type SiteRegistryRoutes, siteRegistryRoutes } from './sites/site-registry-routes.ts';

interface RegistryGround {
  readonly access: Access;
  readonly budget: Budget;
  readonly store: Store;
  readonly now: () => number;
  readonly keys: SigningKeys;
  readonly offlineAfterMs: number;
  readonly metrics: Metrics;
  readonly signals: SiteSignals;
  readonly warnOf: WarnOf;
}

/** Which sites, clients, keys and grants there are. */
export function registryRoom(ground: RegistryGround, { dataDir }: { readonly dataDir: string }): Room {
  const onEnded: SiteRegistryRoutes['onRemoved'] = (siteId) => ground.signals.send(siteId, 'keys');
  const onRescheduled: SiteRegistryRoutes['onRescheduled'] = (siteId) => ground.signals.send(siteId, 'schedule');
  const onSecretAdded = keepOperatorFile(dataDir, ground.warnOf('operator.json was not given the new secret'));
  siteMetrics(ground.metrics, ground);
  return {
    routes(serve) {
      controllerKeyRoutes(serve, { ...ground, onRevoked: onEnded });
      siteRegistryRoutes(serve, { ...ground, onRemoved: onEnded, onRescheduled });
      clientRegistryRoutes(serve, { ...ground, onSecretAdded });
      accessRoutes(serve, ground);
      registryDocumentRoutes(serve, { ...ground, onRescheduled });
      signingKeyRoutes(serve, ground);
    },
  };
}

// The secret is there whatever becomes of the file, which the next start mends.
function keepOperatorFile(dataDir: string, onFailure: (cause: unknown) => void) {
  return (added: Parameters<typeof replaceOperatorSecret>[1]): void => {
    try {
      replaceOperatorSecret(dataDir, added);
    } catch (cause) {
      onFailure(cause);
    }
  };
}
