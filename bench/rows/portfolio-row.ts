import { cpuMicrosOf } from '../load/cpu-micros-of.ts';
import { compare, medianOf, type Measures } from '../run/compare.ts';
import { planFor, type Finding, type Row, type Run } from '../run/run.ts';
import { runLoad } from '../run/run-load.ts';
import { batchText, batteryCommand, type Command, FIRST_STAMP } from '../run/batch-text.ts';
import { schedulesPath, type SeededStores } from '../run/seeded-store.ts';
import { startSetpoint, type Setpoint } from '../run/start-setpoint.ts';

const SITES = 1_000;
const CALLS_AT_ONCE = 2;
const PATH = '/api/v1/fleet/schedules';

/** What one body for 1,000 sites sets, against as many single requests of the same commands. */
export function portfolioRow(run: Run, stores: SeededStores): Row {
  return rowOf(run, stores, { name: 'portfolio', entries: 1, calls: 30 });
}

export function portfolioDayRow(run: Run, stores: SeededStores): Row {
  return rowOf(run, stores, { name: 'portfolio-day', entries: 96, calls: 10 });
}

interface Portfolios {
  readonly name: string;
  readonly entries: number;
  /** As many as take a second or two. */
  readonly calls: number;
}

function rowOf(run: Run, stores: SeededStores, { name, entries, calls }: Portfolios): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(SITES);
    await using setpoint = await startSetpoint(store.dataDir);
    const siteIds = [...store.stamps.keys()];
    let stamp = FIRST_STAMP * 5;
    const comparison = await compare(
      {
        ours: async () => {
          const bodies = Array.from({ length: calls }, () => portfolioText(siteIds, commandOf(entries, (stamp += 1))));
          return send(setpoint, bodies);
        },
        reference: () =>
          runLoad(planFor(run, setpoint, singlePosts(setpoint, siteIds, commandOf(entries, FIRST_STAMP)))),
      },
      run.rounds,
    );
    return { kind: 'compared', comparison, atLeast: 3, aim: 4 };
  };
  const what = entries === 1 ? 'one entry' : `${entries} entries`;
  const title = `Sites set by bodies for 1,000 of them, 1 command of ${what} each; reference: single POSTs`;
  return { name, title, measure };
}

function commandOf(entries: number, stamp: number): Command {
  const command = batteryCommand(stamp);
  return { ...command, entries: command.entries.slice(0, entries) };
}

function singlePosts({ token }: Setpoint, siteIds: readonly string[], command: Command) {
  const text = batchText([command]);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const body = { text, stampAt: text.indexOf(String(FIRST_STAMP)), firstStamp: FIRST_STAMP };
  return {
    method: 'POST',
    paths: siteIds.map(schedulesPath),
    connections: 64,
    expectStatus: 201,
    headers,
    body,
  } as const;
}

function portfolioText(siteIds: readonly string[], command: Command): Buffer {
  const batches = siteIds.map((siteId) => ({ siteId, schedules: [command] }));
  return Buffer.from(JSON.stringify({ mode: 'all', batches }));
}

async function send(setpoint: Setpoint, bodies: readonly Buffer[]): Promise<Measures> {
  const waiting = [...bodies];
  const latencies: number[] = [];
  const before = cpuMicrosOf(setpoint.pid);
  const startedAt = performance.now();
  const sender = async () => {
    for (let body = waiting.shift(); body !== undefined; body = waiting.shift()) {
      const sentAt = performance.now();
      await post(setpoint, body);
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(Array.from({ length: CALLS_AT_ONCE }, sender));
  const elapsedMs = performance.now() - startedAt;
  const spent = cpuMicrosOf(setpoint.pid) - before;
  const sites = bodies.length * SITES;
  return {
    ratePerSecond: (sites / elapsedMs) * 1_000,
    p50Ms: medianOf(latencies),
    p99Ms: Math.max(...latencies),
    serverMicrosPerRequest: spent / sites,
  };
}

async function post({ url, token }: Setpoint, body: Buffer): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(new URL(PATH, url), { method: 'POST', headers, body: new Uint8Array(body) });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`POST ${PATH}: ${response.status} ${text.slice(0, 200)}`);
}
