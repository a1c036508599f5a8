import type { SiteId } from '@setpoint/contract';
import { connect } from 'mqtt';
import { expect, it } from 'vitest';
import { createMetrics } from '../platform/figures/metrics.ts';
import { gatewayMetrics } from './gateway-metrics.ts';
import { createRateLimit } from '../limits/rate-limit.ts';
import { type Store, StoreFailure } from '../store/store.ts';
import { createSiteSignals } from '../platform/site-signals.ts';
import { rememberSnapshots } from './snapshots/remember-snapshots.ts';
import { testBudget } from '../../testing/test-budget.ts';
import { startMqtt } from './mqtt/start-mqtt.ts';

const SITE = '00000000-0000-4000-8000-000000000001' as string as SiteId;

it('a controller that connects while the store fails is not told that it may not, and comes back', async () => {
  const failure = new StoreFailure('not-applied', 'no connection');
  const failed: unknown[] = [];
  let attempts = 0;
  const mqtt = await startMqtt(
    {
      // Nothing of it is asked for but who the controller is.
      store: {} as Store,
      signals: createSiteSignals(),
      budget: testBudget(),
      failures: createRateLimit({ perMinute: 1_000, now: Date.now }),
      snapshots: rememberSnapshots({ store: {} as Store, now: Date.now, orders: { of: () => [] } }),
      metrics: gatewayMetrics(createMetrics()),
      clockOffsets: new Map(),
      now: Date.now,
      async authenticateController() {
        attempts += 1;
        if (attempts < 3) throw failure;
        return { kind: 'controller', controller: { siteId: SITE, keyId: 'a', endsAt: Infinity } };
      },
      onFailure: (cause) => failed.push(cause),
    },
    { plain: { host: '127.0.0.1', port: 0 }, encrypted: undefined, certificate: undefined },
  );
  // As MQTT.js does by default, it never comes back once it was refused.
  const identity = { clientId: SITE, username: SITE, password: 'x', reconnectPeriod: 1 };
  const client = connect(`mqtt://127.0.0.1:${mqtt.plainPort}`, identity);
  await new Promise((resolve) => client.once('connect', resolve));
  expect([attempts, failed]).toEqual([3, [failure, failure]]);
  client.end(true);
  await mqtt.close();
});
