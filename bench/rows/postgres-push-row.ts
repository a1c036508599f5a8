import { medianOf } from '../run/compare.ts';
import type { PostgresStores } from '../run/postgres-stores.ts';
import { type Finding, limitedTo, type Row, type Run } from '../run/run.ts';
import { startFleet, startGateway } from '../run/start-fleet.ts';
import { startSetpoint } from '../run/start-setpoint.ts';

const CONTROLLERS = 1_000;
const PER_SECOND = 50;
const CONNECTING_AT_ONCE = 50;

export function postgresPushRow(run: Run, { stores }: PostgresStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(CONTROLLERS);
    await using taking = await startSetpoint(store.dataDir, { env: store.env });
    const { setpoint, plan } = await startGateway(store, CONTROLLERS);
    await using _serving = setpoint;
    using fleet = startFleet();
    await fleet.connect({ ...plan, binding: 'mqtt', atOnce: CONNECTING_AT_ONCE });
    const p50s: number[] = [];
    const p99s: number[] = [];
    for (let round = 0; round < run.rounds; round += 1) {
      const { warmUpMs, measureMs } = run;
      const load = { token: taking.token, postPort: Number(taking.url.port), perSecond: PER_SECOND };
      const pushed = await fleet.push({ ...load, warmUpMs, measureMs, firstStamp: store.nextStamp });
      store.nextStamp = pushed.nextStamp;
      p50s.push(pushed.p50Ms);
      p99s.push(pushed.p99Ms);
    }
    return {
      kind: 'claimed',
      claims: [
        limitedTo('p50', { measured: medianOf(p50s), atMost: 20, unit: 'ms' }),
        limitedTo('p99', { measured: medianOf(p99s), atMost: 100, unit: 'ms' }),
      ],
    };
  };
  const title = `POST to node A → snapshot in the hands of a controller on node B, ${PER_SECOND} POST/s, ${CONTROLLERS} controllers by MQTT`;
  return { name: 'pg-push', title, measure };
}
