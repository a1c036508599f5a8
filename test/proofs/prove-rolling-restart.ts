import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { backupStore } from '@setpoint/server/testing/rooms/maintenance';
import { checkHistory } from './check-history.ts';
import { findOutOfStep, followSite } from './follow-site.ts';
import { choosePort } from '@setpoint/server/testing/rooms/platform';
import { History } from './history.ts';
import { type NodeAt, nodeAt, type NodePorts } from './node-at.ts';
import { readBatchLog } from './read-batch-log.ts';
import { ServiceClient, type SiteLogin } from '../support/service/service-client.ts';
import { operatorOf, signIn } from '../support/service/sign-in.ts';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { collect } from '../support/service/run-setpoint.ts';
import { makeTempDir } from '../support/service/temp-dir.ts';
import { drawCommands } from '../model/draw-commands.ts';
import { RandomSource } from '@setpoint/server/testing/random-source';
import { startPostgres } from '@setpoint/server/testing/start-postgres';
import { registerSites } from './under-load.ts';
import type { Report } from './write-report.ts';

const DOCUMENT = fileURLToPath(new URL('../../docs/do/scaling.md', import.meta.url));
const SITES = 200;
const FOLLOWED = 10;
const IN_STEP_WITHIN_MS = 10_000;
const CALLERS = 16;
const BY_HAPROXY: Balancing = { start: startHaproxy, drainSeconds: 4 };

/** A node that begins, or begins anew, and with which program; left out, the one that is tested. */
interface Turn {
  readonly node: number;
  readonly program?: string;
}

export interface RollingOptions {
  readonly databaseUrl: string;
  /** Two if left out. */
  readonly nodes?: number;
  /** Who is there from the beginning; left out, all. */
  readonly begin?: readonly Turn[];
  readonly requests: number;
  /** At least so many, of all nodes in turn; more, as long as there are requests left. */
  readonly restarts: number;
  /** Whose turn it is instead, restart by restart. */
  readonly turns?: readonly Turn[];
  /** What stands before the nodes, and how long they wait for it to see that they go; left out, haproxy. */
  readonly balancing?: Balancing;
  readonly env?: Readonly<Record<string, string>>;
  readonly sites?: number;
  readonly callers?: number;
  /** Uses the service beside the callers, and says at the end what it missed. */
  readonly witness?: (meeting: Meeting) => Promise<Witness>;
  /** Ends the nodes, and so all of it, when it is aborted. */
  readonly signal?: AbortSignal;
  readonly say?: (line: string) => void;
}

interface Balancing {
  start(
    entry: { readonly http: number; readonly mqtt: number },
    nodes: readonly NodePorts[],
  ): Promise<AsyncDisposable & { readonly url: string }>;
  readonly drainSeconds: number;
}

export interface Meeting {
  readonly url: string;
  readonly token: string;
  /** Sites whose controllers are not there yet. */
  readonly logins: readonly SiteLogin[];
}

export interface Witness extends AsyncDisposable {
  faults(history: History): Promise<readonly string[]>;
}

/** Nodes behind a load balancer, restarted in turn under load; whatever a caller would have to try again is a fault. */
export async function restartInTurn(options: RollingOptions) {
  const { databaseUrl, balancing = BY_HAPROXY, sites = SITES, callers = CALLERS } = options;
  await using folder = await makeTempDir();
  const [entryHttp, entryMqtt] = [await choosePort('127.0.0.1', 0), await choosePort('127.0.0.1', 0)];
  // Whatever fails, they end.
  await using owned = new AsyncDisposableStack();
  const nodes = await beginNodes(options, folder.path, owned);
  try {
    const entry = { http: entryHttp, mqtt: entryMqtt };
    const ports = nodes.map((node) => node.ports);
    await using balancer = await balancing.start(entry, ports);
    const { url } = balancer;
    const token = await signIn(url, await operatorOf(`${folder.path}/0`));
    const client = new ServiceClient(url, token);
    const load = createLoad(client, await registerSites(client, sites), callers);
    const logins = load.logins.slice(0, FOLLOWED);
    await using controllers = new AsyncDisposableStack();
    for (const login of logins) controllers.use(await followSite([entryMqtt], login));
    await using witness = await options.witness?.({ url, token, logins: load.logins.slice(FOLLOWED) });
    const startedAt = performance.now();
    const restarts = await restartAll(nodes, load, options);
    const seconds = (performance.now() - startedAt) / 1_000;
    const followed = logins.map(({ siteId }) => siteId);
    const faults = [...load.faults, ...(await findOutOfStep(client, followed, IN_STEP_WITHIN_MS))];
    faults.push(...((await witness?.faults(load.history)) ?? []));
    await backupStore(databaseUrl, `${folder.path}/setpoint.sqlite`, () => undefined);
    faults.push(...checkHistory(readBatchLog(folder.path), load.history));
    return { requests: load.made(), restarts, seconds, history: load.history, faults };
  } finally {
    await Promise.all(nodes.map((node) => node.end()));
  }
}

async function beginNodes(
  { databaseUrl, nodes: count = 2, begin, balancing = BY_HAPROXY, env, signal }: RollingOptions,
  folder: string,
  owned: AsyncDisposableStack,
): Promise<readonly NodeAt[]> {
  const drain = { SETPOINT_DRAIN_SECONDS: String(balancing.drainSeconds) };
  const nodes: NodeAt[] = [];
  while (nodes.length < count) {
    const dataDir = `${folder}/${nodes.length}`;
    nodes.push(owned.use(await nodeAt({ dataDir, env: { DATABASE_URL: databaseUrl, ...drain, ...env }, signal })));
  }
  const first = begin ?? nodes.map((_, node): Turn => ({ node }));
  for (const { node, program } of first) await nodes[node]?.start(program);
  return nodes;
}

async function restartAll(
  nodes: readonly NodeAt[],
  load: ReturnType<typeof createLoad>,
  { restarts: least, requests, turns = [], say = () => undefined }: RollingOptions,
): Promise<number> {
  let restarts = 0;
  const restarting = (async () => {
    while (restarts < least || load.made() < requests) {
      const { node, program } = turns[restarts] ?? { node: restarts % nodes.length };
      await restart(nodes[node], program);
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
  return restarts;
}

async function restart(node: NodeAt | undefined, program?: string): Promise<void> {
  if (node === undefined) throw new Error('there is no such node');
  await node.end();
  await node.start(program);
  await lookUntil(() => hasTakenBatches(node.ports.ops), Boolean);
}

// Then it is back in the rotation, and the other one may go.
async function hasTakenBatches(opsPort: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${opsPort}/metrics`);
  return /^setpoint_batches_total\{outcome="accepted"\} [1-9]/m.test(await response.text());
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

function hasHaproxy(): boolean {
  return spawnSync('haproxy', ['-v']).status === 0;
}

/** haproxy as the documentation configures it, on other addresses and without TLS. */
async function startHaproxy(entry: { readonly http: number; readonly mqtt: number }, nodes: readonly NodePorts[]) {
  const folder = await makeTempDir();
  const path = `${folder.path}/haproxy.cfg`;
  writeFileSync(path, configuration(entry, nodes));
  // In the foreground, one process.
  const child = spawn('haproxy', ['-db', '-f', path], { stdio: ['ignore', 'pipe', 'pipe'] });
  const [out, error] = [collect(child.stdout), collect(child.stderr)];
  const url = `http://127.0.0.1:${entry.http}`;
  while (child.exitCode === null && !(await isServed(url)));
  if (child.exitCode !== null) throw new Error(`haproxy ended (${child.exitCode}):\n${out()}${error()}`);
  return {
    url,
    async [Symbol.asyncDispose](): Promise<void> {
      const exited = once(child, 'exit');
      if (child.exitCode === null && child.kill('SIGTERM')) await exited;
      await folder[Symbol.asyncDispose]();
    },
  };
}

function configuration(entry: { http: number; mqtt: number }, nodes: readonly NodePorts[]): string {
  const documented = /```haproxy\n([\s\S]*?)```/.exec(readFileSync(DOCUMENT, 'utf8'))?.[1];
  if (documented === undefined) throw new Error(`${DOCUMENT} configures no haproxy`);
  return nodes.reduce(
    (text, ports, index) =>
      text
        .replace(`10.0.0.${index + 1}:8080 check port 9464`, `127.0.0.1:${ports.http} check port ${ports.ops}`)
        .replace(`10.0.0.${index + 1}:1883 check port 9464`, `127.0.0.1:${ports.mqtt} check port ${ports.ops}`)
        .replace(`10.0.0.${index + 1}:8080 backup`, `127.0.0.1:${ports.http} backup`),
    documented
      .replaceAll(/ ssl crt \S+/g, '')
      .replace('bind :443', `bind 127.0.0.1:${entry.http}`)
      .replace('bind :8883', `bind 127.0.0.1:${entry.mqtt}`),
  );
}

async function isServed(url: string): Promise<boolean> {
  return fetch(`${url}/api/v1/public/health`).then(
    ({ status }) => status === 204,
    () => false,
  );
}
