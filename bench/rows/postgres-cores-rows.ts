import { compare } from '../run/compare.ts';
import type { PostgresStores } from '../run/postgres-stores.ts';
import { runLoad } from '../run/run-load.ts';
import { type Finding, planFor, type Row, type Run } from '../run/run.ts';
import { type SeededStore, sitePath } from '../run/seeded-store.ts';
import { startSetpoint, type Setpoint } from '../run/start-setpoint.ts';
import { postChecked } from './postgres-post-rows.ts';

const POSTED_SITES = 200;
const CONNECTIONS = 64;
// On two cores, which the load and the database share, a second process has nothing to run on.
const AT_LEAST = 0.9;
const AIM = 1.5;

/** What a second core gives to reads: two processes beside one. */
export function secondCoreReadRow(run: Run, { stores }: PostgresStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(1_000);
    await using started = await startContenders(store);
    const paths = [...store.stamps.keys()].slice(0, POSTED_SITES).map(sitePath);
    const read = (nodes: readonly Setpoint[]) => {
      const headers = { authorization: `Bearer ${nodes[0]?.token}` };
      const load = { method: 'GET', paths, connections: CONNECTIONS, expectStatus: 200, headers } as const;
      return runLoad(planFor(run, nodes, load));
    };
    const contenders = { ours: () => read(started.two), reference: () => read([started.one]) };
    return { kind: 'compared', comparison: await compare(contenders, run.rounds), atLeast: AT_LEAST, aim: AIM };
  };
  return { name: 'pg-cores-get', title: 'GET one site, two nodes; reference: one node', measure };
}

/** The same for writes. */
export function secondCorePostRow(run: Run, { stores }: PostgresStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(1_000);
    await using started = await startContenders(store);
    const siteIds = [...store.stamps.keys()].slice(0, POSTED_SITES);
    const post = (nodes: readonly Setpoint[]) => postChecked(run, { nodes, store, siteIds });
    const contenders = { ours: () => post(started.two), reference: () => post([started.one]) };
    return { kind: 'compared', comparison: await compare(contenders, run.rounds), atLeast: AT_LEAST, aim: AIM };
  };
  return { name: 'pg-cores-post', title: 'POST, two nodes; reference: one node', measure };
}

interface Contenders extends AsyncDisposable {
  readonly one: Setpoint;
  readonly two: readonly Setpoint[];
}

async function startContenders({ dataDir, env }: SeededStore): Promise<Contenders> {
  await using starting = new AsyncDisposableStack();
  const one = starting.use(await startSetpoint(dataDir, { env }));
  const first = starting.use(await startSetpoint(dataDir, { env }));
  const second = starting.use(await startSetpoint(dataDir, { env }));
  const running = starting.move();
  return { one, two: [first, second], [Symbol.asyncDispose]: () => running.disposeAsync() };
}
