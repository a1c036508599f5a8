import { cpuMicrosOf } from '../load/cpu-micros-of.ts';
import { checkPosted } from '../run/check-posted.ts';
import { medianOf } from '../run/compare.ts';
import type { PostgresStores } from '../run/postgres-stores.ts';
import { runLoad } from '../run/run-load.ts';
import { type Finding, limitedTo, planFor, type Row, type Run } from '../run/run.ts';
import { startSetpoint } from '../run/start-setpoint.ts';
import { postsTo } from './post-rows.ts';

const SITES = 1_000;

/** What the service and the database together take for a write, at two numbers of connections. */
export function postgresCostRow(run: Run, { postgres, stores }: PostgresStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(SITES);
    await using setpoint = await startSetpoint(store.dataDir, { env: store.env });
    const siteIds = [...store.stamps.keys()];
    const cpuOf = () => ({
      service: cpuMicrosOf(setpoint.pid),
      database: postgres.pids().reduce((sum, pid) => sum + cpuMicrosOf(pid), 0),
    });
    const cost = async (connections: number) => {
      const load = postsTo(siteIds, store.nextStamp);
      const headers = { ...load.headers, authorization: `Bearer ${setpoint.token}` };
      const before = cpuOf();
      // All of it counts: the processes of the database cannot be watched from within the load.
      const result = await runLoad({ ...planFor(run, setpoint, { ...load, headers, connections }), warmUpMs: 0 });
      const after = cpuOf();
      await checkPosted(setpoint, store, result);
      const perPost = (who: keyof typeof after) => (after[who] - before[who]) / result.answered / 1_000;
      return { service: perPost('service'), database: perPost('database'), rate: result.ratePerSecond };
    };
    await cost(32);
    const claimFor = async (connections: number, atMost: number) => {
      const costs: Awaited<ReturnType<typeof cost>>[] = [];
      for (let round = 0; round < run.rounds; round += 1) costs.push(await cost(connections));
      const of = (key: 'service' | 'database' | 'rate') => medianOf(costs.map((each) => each[key]));
      const parts = `service ${of('service').toFixed(2)}, database ${of('database').toFixed(2)}`;
      const what = `processor time of a POST at ${connections} connections (${parts}; ${Math.round(of('rate'))} /s)`;
      return limitedTo(what, { measured: of('service') + of('database'), atMost, unit: 'ms' });
    };
    return { kind: 'claimed', claims: [await claimFor(32, 1.4), await claimFor(1, 1.7)] };
  };
  const title = 'POST 1 command of 96 entries over 1,000 sites, one node: service and database together';
  return { name: 'pg-cost', title, measure };
}
