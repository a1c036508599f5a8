import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { choosePort } from '@setpoint/server/testing/rooms/platform';
import { queryDatabase } from '@setpoint/server/testing/rooms/store';
import type { History } from './history.ts';
import { mqttUrlOf } from '../support/site/foreign-controller.ts';
import { startProxy } from '@setpoint/server/testing/start-proxy';
import { startService } from '../support/service/start-service.ts';
import { makeTempDir } from '../support/service/temp-dir.ts';
import { chooseOwner, type Postgres, serverOf, startPostgres } from '@setpoint/server/testing/start-postgres';
import { underLoad } from './under-load.ts';
import type { Report } from './write-report.ts';

const ENDS_OF_PRIMARIES = ['killed', 'frozen', 'stopped'] as const;
/** What becomes of the primary before its standby is promoted. */
type End = (typeof ENDS_OF_PRIMARIES)[number];

const BACK_WITHIN_MS = 10_000;
const IN_STEP_WITHIN_MS = 20_000;
const CLEARED = [{ asset: 'bess', type: 'optimalSocPcnt', entries: [] }];
const SITES = 4;
const CALLERS = 8;

/** Two nodes over a primary whose synchronous standby takes its place under load; then the former one comes back. */
async function failOver(end: End, seed: number) {
  await using folder = await makeTempDir();
  await using primary = await startPostgres(['max_connections = 100']);
  await using standby = await startStandby(primary);
  // As a load balancer or a virtual address leads to the primary.
  await using address = await startProxy();
  address.leadTo(primary.port);
  const databaseUrl = `postgres://postgres@127.0.0.1:${address.port}/postgres`;
  const env = { DATABASE_URL: databaseUrl, SETPOINT_PUBLIC_URL: 'https://setpoint.example' };
  await using a = await startService({ dataDir: `${folder.path}/0`, env });
  await using b = await startService({ dataDir: `${folder.path}/1`, env });
  const [urls, mqttPorts] = [[a.url, b.url], [a, b].map((node) => Number(new URL(mqttUrlOf(node)).port))];
  let backAfterMs = 0;
  const { history, faults } = await underLoad(
    { urls, mqttPorts, folder: folder.path, databaseUrl },
    { sites: SITES, callers: CALLERS, seed, inStepWithinMs: IN_STEP_WITHIN_MS },
    async ({ clients, siteIds: [probed = ''], history: soFar, reached }) => {
      await reached(150);
      const endedAt = performance.now();
      if (end === 'frozen') primary.signalAll('SIGSTOP');
      else await primary.stop(end === 'killed' ? 'SIGKILL' : 'SIGINT');
      await queryDatabase(standby.url, 'SELECT pg_promote()');
      address.leadTo(standby.port);
      address.cut();
      await Promise.all(clients.map((one) => soFar.postUntilAnswered(() => one, probed, CLEARED)));
      backAfterMs = performance.now() - endedAt;
      await reached(150);
      await comeBack(primary, end);
      await reached(150);
    },
  );
  if (backAfterMs > BACK_WITHIN_MS) faults.push(`back after ${Math.round(backAfterMs)} ms`);
  return { history, backAfterMs, faults };
}

/** A standby without which the primary acknowledges nothing; the primary is stopped meanwhile, to be copied. */
async function startStandby(primary: Postgres): Promise<Postgres> {
  await primary.stop('SIGINT');
  const cluster = `${primary.cluster}-standby`;
  await promisify(execFile)('cp', ['-a', primary.cluster, cluster]);
  writeFileSync(join(cluster, 'standby.signal'), '');
  const { programs } = primary;
  const standby = serverOf({
    owner: chooseOwner(),
    programs,
    cluster,
    port: await choosePort('127.0.0.1', 0),
    rubbish: [cluster],
  });
  const from = `host=127.0.0.1 port=${primary.port} user=postgres application_name=standby`;
  standby.configure([...primary.settings, `primary_conninfo = '${from}'`]);
  primary.configure(["synchronous_standby_names = 'standby'"]);
  await Promise.all([primary.start(), standby.start()]);
  const isFollowed = `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync'`;
  while ((await queryDatabase(primary.url, isFollowed)).length === 0);
  return standby;
}

// As somebody would start it who does not know; it takes writes, but acknowledges none without its standby.
async function comeBack(primary: Postgres, end: End): Promise<void> {
  if (end === 'frozen') primary.signalAll('SIGCONT');
  else await primary.start();
}

const SEEDS = [1, 2, 3];
const HOW = { killed: 'killed (SIGKILL)', frozen: 'frozen (SIGSTOP)', stopped: 'shut down' } satisfies Record<
  End,
  string
>;

export async function proveFailover(say: (line: string) => void): Promise<Report> {
  const facts = [`${CALLERS} callers on ${SITES} sites by way of two nodes; ${SITES} controllers by MQTT.`];
  const faults: string[] = [];
  for (const end of ENDS_OF_PRIMARIES) {
    const results: Awaited<ReturnType<typeof failOver>>[] = [];
    for (const seed of SEEDS) results.push(await failOver(end, seed));
    faults.push(...results.flatMap((result) => result.faults).map((fault) => `${end}: ${fault}`));
    const sum = (count: (history: History) => number) =>
      results.reduce((total, { history }) => total + count(history), 0);
    const back = results.map(({ backAfterMs }) => (backAfterMs / 1_000).toFixed(1)).join(', ');
    facts.push(
      `Primary ${HOW[end]}, ${SEEDS.length} times: both nodes acknowledged again after ${back} s (allowed: ${BACK_WITHIN_MS / 1_000} s); ${sum((history) => history.count('accepted'))} acknowledged batches, ${sum(({ again }) => again.sent)} requests sent again under their keys, of which ${sum(({ again }) => again.replayed)} turned out to be applied already.`,
    );
    say(facts.at(-1) ?? '');
  }
  return { facts, faults };
}
