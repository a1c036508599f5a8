import type { Logger } from 'pino';
import type { Room } from '../serving/room.ts';
import type { Metrics } from '../platform/figures/metrics.ts';
import type { SiteSignals } from '../platform/site-signals.ts';
import { carryHolds } from './carry-holds.ts';
import { type HoldRoutes, holdRoutes } from './hold-routes.ts';
import { forgetHolds } from './release-hold.ts';
import { countOpenHolds } from './read-hold.ts';

interface HoldGround extends Omit<HoldRoutes, 'onHold' | 'onChanged'> {
  readonly metrics: Metrics;
  readonly signals: SiteSignals;
  readonly logger: Logger;
}

/** Stopping what was asked for without forgetting it. Released holds are kept as long as the history that names them. */
export function holdsRoom(ground: HoldGround, { keptMs }: { readonly keptMs: number }): Room {
  const { store, now, metrics, signals, logger } = ground;
  const onChanged: HoldRoutes['onChanged'] = (siteId) => signals.send(siteId, 'schedule');
  const onFailure = (cause: unknown) => logger.error({ err: cause }, 'a hold could not be continued');
  const carrier = carryHolds({ store, now, onChanged, onFailure });
  metrics.addGauge('open_holds', 'Open holds.', () => store.read(countOpenHolds, undefined));
  return {
    routes: (serve) => holdRoutes(serve, { ...ground, onChanged, onHold: () => carrier.wake() }),
    forgetting: [forgetHolds.after(keptMs)],
    background() {
      carrier.start();
      return [carrier];
    },
  };
}
