import { backupStore } from '@setpoint/server/testing/rooms/maintenance';
import { checkHistory } from '../support/service/check-history.ts';
import { findOutOfStep, followSite } from '../support/site/follow-site.ts';
import { choosePort } from '@setpoint/server/testing/rooms/platform';
import { History } from '../support/service/history.ts';
import { type NodeAt, nodeAt, type NodePorts } from '../support/service/node-at.ts';
import { readBatchLog } from '../support/service/read-batch-log.ts';
import { ServiceClient, type SiteLogin } from '../support/service/service-client.ts';
import { operatorOf, signIn } from '../support/service/sign-in.ts';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { hasHaproxy, startHaproxy } from '../support/proxies/start-haproxy.ts';
import { makeTempDir } from '../support/service/temp-dir.ts';
import { drawCommands } from '../model/draw-commands.ts';
import { RandomSource } from '@setpoint/server/testing/random-source';
import { startPostgres } from '@setpoint/server/testing/start-postgres';
import type { Report } from './write-report.ts';

const SITES = 200;
const FOLLOWED = 10;
const IN_STEP_WITHIN_MS = 10_000;
const CALLERS = 16;
const BY_HAPROXY: Balancing = { start: startHaproxy, drainSeconds: 4 };

export interface RollingOptions {
  readonly databaseUrl: string;
  readonly requests: number;
  /** At least so many, of the two nodes in turn; more, as long as there are requests left. */
  readonly restarts: number;
  /** Which program a node comes back with, restart by restart; left out, the one that is tested. */
  readonly programs?: readonly string[];
  /** What stands before the nodes, and how long they wait for it to see that they go; left out, haproxy. */
  readonly balancing?: Balancing;
  readonly sites?: number;
  readonly callers?: number;
  /** Ends the nodes, and so all of it, when it is aborted. */
  readonly signal?: AbortSignal;
  readonly say?: (line: string) => void;
}

interface Balancing {
  start(
    entry: { readonly http: number; readonly mqtt: number },
    nodes: readonly [NodePorts, NodePorts],
  ): Promise<AsyncDisposable & { readonly url: string }>;
  readonly drainSeconds: number;
}

export interface RollingResult {
  readonly requests: number;
  readonly restarts: number;
  readonly seconds: number;
  readonly history: History;
  readonly faults: readonly string[];
}

/** Two nodes behind a load balancer, restarted in turn under load; whatever a caller would have to try again is a fault. */
export async function restartInTurn(options: RollingOptions): Promise<RollingResult> {
  const { databaseUrl, programs = [], balancing = BY_HAPROXY, sites = SITES, callers = CALLERS, signal } = options;
  const { say = () => undefined } = options;
  await using folder = await makeTempDir();
  const [entryHttp, entryMqtt] = [await choosePort('127.0.0.1', 0), await choosePort('127.0.0.1', 0)];
  const env = { DATABASE_URL: databaseUrl, SETPOINT_DRAIN_SECONDS: String(balancing.drainSeconds) };
  const settingsOf = (index: number) => ({ dataDir: `${folder.path}/${index}`, env, signal });
  // Whatever fails, they end.
  await using first = await nodeAt(settingsOf(0));
  await using second = await nodeAt(settingsOf(1));
  await first.start();
  await second.start();
  try {
    const entry = { http: entryHttp, mqtt: entryMqtt };
    await using balancer = await balancing.start(entry, [first.ports, second.ports]);
    const client = new ServiceClient(balancer.url, await signIn(balancer.url, await operatorOf(`${folder.path}/0`)));
    const load = createLoad(client, await registerSites(client, sites), callers);
    await using controllers = new AsyncDisposableStack();
    for (const login of load.logins.slice(0, FOLLOWED)) controllers.use(await followSite([entryMqtt], login));
    const startedAt = performance.now();
    let restarts = 0;
    const restarting = (async () => {
      while (restarts < options.restarts || load.made() < options.requests) {
        await restart(restarts % 2 === 0 ? first : second, programs[restarts]);
        restarts += 1;
        say(`${restarts} restarts, ${load.made()} requests, ${load.faults.length} faults`);
      }
    })();
    // Who restarts a node waits until it takes batches: there must be some until then.
    let isOver = false;
    const end = () => (isOver = true);
    restarting.then(end, end);
    await load.drive(() => isOver);
    await restarting;
    const seconds = (performance.now() - startedAt) / 1_000;
    const followed = load.logins.slice(0, FOLLOWED).map(({ siteId }) => siteId);
    const faults = [...load.faults, ...(await findOutOfStep(client, followed, IN_STEP_WITHIN_MS))];
    await backupStore(databaseUrl, `${folder.path}/setpoint.sqlite`, () => undefined);
    faults.push(...checkHistory(readBatchLog(folder.path), load.history));
    return { requests: load.made(), restarts, seconds, history: load.history, faults };
  } finally {
    await Promise.all([first.end(), second.end()]);
  }
}

async function restart(node: NodeAt, program?: string): Promise<void> {
  await node.end();
  await node.start(program);
  await lookUntil(() => hasTakenBatches(node.ports.ops), Boolean);
}

// Then it is back in the rotation, and the other one may go.
async function hasTakenBatches(opsPort: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${opsPort}/metrics`);
  return /^setpoint_batches_total\{outcome="accepted"\} [1-9]/m.test(await response.text());
}

async function registerSites(client: ServiceClient, count: number): Promise<readonly SiteLogin[]> {
  const logins: SiteLogin[] = [];
  while (logins.length < count) logins.push(await client.registerSite(`Site ${logins.length}`));
  return logins;
}

function createLoad(client: ServiceClient, logins: readonly SiteLogin[], callers: number) {
  const history = new History();
  const faults: string[] = [];
  const siteIds = logins.map(({ siteId }) => siteId);
  let made = 0;

  async function callOnce(source: RandomSource): Promise<void> {
    const siteId = source.pick(siteIds);
    made += 1;
    if (source.chance(0.1)) return void (await history.read(client, siteId));
    if (source.chance(0.5)) {
      const { status } = await client.getSite(siteId);
      if (status !== 200) throw new Error(`GET answered ${status}`);
      return;
    }
    const { kind } = await history.post(client, siteId, drawCommands(source, []));
    if (kind === 'open' || kind === 'not-applied') throw new Error(`POST was answered: ${kind}`);
  }
  async function callOn(index: number, isOver: () => boolean): Promise<void> {
    const source = new RandomSource(index);
    while (!isOver()) await callOnce(source).catch((cause: unknown) => faults.push(String(cause)));
  }
  return {
    history,
    faults,
    logins,
    made: () => made,
    drive: (isOver: () => boolean) => Promise.all(Array.from({ length: callers }, (_, index) => callOn(index, isOver))),
  };
}

const REQUESTS = 100_000;

export async function proveRollingRestart(say: (line: string) => void): Promise<Report> {
  if (!hasHaproxy()) return { facts: [], faults: [], skipped: 'haproxy is not there' };
  await using postgres = await startPostgres(['max_connections = 200']);
  const result = await restartInTurn({ databaseUrl: postgres.url, requests: REQUESTS, restarts: 2, say });
  const { requests, restarts, seconds, history, faults } = result;
  const facts = [
    `${requests} requests of ${CALLERS} callers on ${SITES} sites in ${Math.round(seconds)} s, while the two nodes were restarted in turn, ${restarts} times altogether.`,
    `${history.count('accepted')} acknowledged batches, ${history.count('rejected')} rejected; ${faults.length} requests that a caller would have had to send again.`,
    `${FOLLOWED} controllers, connected through haproxy by MQTT, in step at the end.`,
  ];
  return { facts, faults };
}
