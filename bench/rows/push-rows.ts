import type { FleetPlan } from '../fleet/fleet-plan.ts';
import { medianOf } from '../run/compare.ts';
import { type Finding, limitedTo, type Row, type Run } from '../run/run.ts';
import type { SeededStores } from '../run/seeded-store.ts';
import { startFleet, startGateway } from '../run/start-fleet.ts';

const CONTROLLERS = 1_000;
const PER_SECOND = 100;
const CONNECTING_AT_ONCE = 100;

export function pushMqttRow(run: Run, stores: SeededStores): Row {
  const title = `POST to snapshot, ${PER_SECOND} POST/s, ${CONTROLLERS} controllers by MQTT`;
  return { name: 'push-mqtt', title, measure: () => measurePush(run, stores, 'mqtt') };
}

export function pushPollRow(run: Run, stores: SeededStores): Row {
  return { name: 'push-poll', title: 'the same by long poll', measure: () => measurePush(run, stores, 'poll') };
}

async function measurePush(run: Run, stores: SeededStores, binding: FleetPlan['binding']): Promise<Finding> {
  const store = await stores.of(10_000);
  const { setpoint, plan } = await startGateway(store, CONTROLLERS);
  await using _setpoint = setpoint;
  using fleet = startFleet();
  await fleet.connect({ ...plan, binding, atOnce: CONNECTING_AT_ONCE });
  const p50s: number[] = [];
  const p99s: number[] = [];
  for (let round = 0; round < run.rounds; round += 1) {
    const { warmUpMs, measureMs } = run;
    const pushed = await fleet.push({
      token: setpoint.token,
      perSecond: PER_SECOND,
      warmUpMs,
      measureMs,
      firstStamp: store.nextStamp,
    });
    store.nextStamp = pushed.nextStamp;
    p50s.push(pushed.p50Ms);
    p99s.push(pushed.p99Ms);
  }
  return {
    kind: 'claimed',
    claims: [
      limitedTo('p50', { measured: medianOf(p50s), atMost: 10, unit: 'ms' }),
      limitedTo('p99', { measured: medianOf(p99s), atMost: 50, unit: 'ms' }),
    ],
  };
}
