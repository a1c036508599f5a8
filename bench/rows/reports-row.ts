import { cpuMicrosOf } from '../load/cpu-micros-of.ts';
import { medianOf } from '../run/compare.ts';
import { inFlight } from '../run/in-flight.ts';
import type { Finding, Row, Run } from '../run/run.ts';
import { sitePath, type SeededStores } from '../run/seeded-store.ts';
import { startFleet, startGateway } from '../run/start-fleet.ts';
import type { Setpoint } from '../run/start-setpoint.ts';

const CONTROLLERS = 500;
const CONNECTING_AT_ONCE = 100;
const READS_IN_FLIGHT = 16;
const LEAST_PER_SECOND = 2_500;

export function reportsRow(run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(10_000);
    const { setpoint, plan } = await startGateway(store, CONTROLLERS);
    await using _setpoint = setpoint;
    using fleet = startFleet();
    // Nothing comes between the last acknowledgement and the reading back.
    await fleet.connect({ ...plan, binding: 'mqtt', atOnce: CONNECTING_AT_ONCE, reportEveryMs: Number.MAX_VALUE });
    const rates: number[] = [];
    const costs: number[] = [];
    for (let round = 0; round < run.rounds; round += 1) {
      const { warmUpMs, measureMs } = run;
      const before = cpuMicrosOf(setpoint.pid);
      const { reportsPerSecond, lastPowersKw } = await fleet.saturate({ warmUpMs, measureMs });
      costs.push((cpuMicrosOf(setpoint.pid) - before) / ((reportsPerSecond * (warmUpMs + measureMs)) / 1_000));
      rates.push(reportsPerSecond);
      await checkPowers(setpoint, lastPowersKw);
    }
    const rate = medianOf(rates);
    const cost = `${Math.round(medianOf(costs))} µs of the service's processor time each`;
    const measured = `${Math.round(rate).toLocaleString('en-US')} /s, ${cost}`;
    const limit = `≥ ${LEAST_PER_SECOND.toLocaleString('en-US')} /s`;
    const what = `acknowledged, ${CONTROLLERS} controllers with one under way each`;
    return { kind: 'claimed', claims: [{ what, measured, limit, holds: rate >= LEAST_PER_SECOND }] };
  };
  return { name: 'reports', title: 'Reports with whole trees by MQTT, as many as it takes', measure };
}

/** Every site must show what its controller had acknowledged last. */
async function checkPowers(setpoint: Setpoint, lastPowersKw: Readonly<Record<string, number>>): Promise<void> {
  const headers = { authorization: `Bearer ${setpoint.token}` };
  await inFlight(Object.entries(lastPowersKw), READS_IN_FLIGHT, async ([siteId, powerKw]) => {
    const response = await fetch(new URL(sitePath(siteId), setpoint.url), { headers });
    const { assets } = (await response.json()) as { assets: { grid: { activePowerkW: number } | null } };
    if (assets.grid?.activePowerkW !== powerKw) {
      throw new Error(`site ${siteId} shows ${assets.grid?.activePowerkW} kW, not the ${powerKw} acknowledged last`);
    }
  });
}
