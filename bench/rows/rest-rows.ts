import { setTimeout as after } from 'node:timers/promises';
import { cpuMicrosOf } from '../load/cpu-micros-of.ts';
import type { PostgresStores } from '../run/postgres-stores.ts';
import type { Finding, Row, Run } from '../run/run.ts';
import type { SeededStores } from '../run/seeded-store.ts';
import { startFleet, startGateway } from '../run/start-fleet.ts';
import { startSetpoint } from '../run/start-setpoint.ts';

const SITES = 1_000;
// What the seeding left to do is done by then: the plan of each site is looked at once.
const SETTLING_MS = 30_000;
// Each controller reports once.
const MEASURED_MS = 30_000;
const CONNECTING_AT_ONCE = 50;

/** What a node takes with whose controllers nothing happens, and with nobody there at all. */
export function restRow(_run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(SITES);
    const alone = await (async () => {
      await using setpoint = await startSetpoint(store.dataDir, { env: store.env });
      return await shareOf([setpoint.pid]);
    })();
    const { setpoint, plan } = await startGateway(store, SITES);
    await using _setpoint = setpoint;
    using fleet = startFleet();
    await fleet.connect({ ...plan, binding: 'mqtt', atOnce: CONNECTING_AT_ONCE });
    const connected = await shareOf([setpoint.pid]);
    return {
      kind: 'claimed',
      claims: [
        atMostOfCore('processor time, nobody connected', alone, 0.3),
        atMostOfCore('the same with 1,000 controllers, a report each 30 s that says nothing new', connected, 1),
      ],
    };
  };
  return { name: 'rest', title: 'At rest, 1,000 sites', measure };
}

export function postgresRestRow(_run: Run, { postgres, stores }: PostgresStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(SITES);
    await using setpoint = await startSetpoint(store.dataDir, { env: store.env });
    await after(SETTLING_MS);
    const [service, database] = await Promise.all([shareOf([setpoint.pid], 0), shareOf(postgres.pids(), 0)]);
    return {
      kind: 'claimed',
      claims: [
        atMostOfCore('processor time of a node, nobody connected', service, 0.3),
        atMostOfCore('of PostgreSQL meanwhile', database, 0.3),
      ],
    };
  };
  return { name: 'pg-rest', title: 'At rest, 1,000 sites', measure };
}

export function atMostOfCore(what: string, percent: number, limit: number) {
  const measured = `${percent.toFixed(2)} % of a core`;
  return { what, measured, limit: `≤ ${limit} % of a core`, holds: percent <= limit };
}

/** How much of a core some processes take, in percent. */
export async function shareOf(pids: readonly number[], settlingMs = SETTLING_MS): Promise<number> {
  const total = () => pids.reduce((sum, pid) => sum + cpuMicrosOf(pid), 0);
  await after(settlingMs);
  const [startedAt, before] = [performance.now(), total()];
  await after(MEASURED_MS);
  return (total() - before) / 10 / (performance.now() - startedAt);
}
