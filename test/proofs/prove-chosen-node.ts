import { writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { setTimeout as after } from 'node:timers/promises';
import type { ServiceNodeList } from '@setpoint/contract';
import { queryDatabase } from '@setpoint/server/testing/rooms/store';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { startPostgres } from '@setpoint/server/testing/start-postgres';
import { startReceiver } from '@setpoint/server/testing/start-receiver';
import { startProxy } from '@setpoint/server/testing/start-proxy';
import { ServiceClient } from '../support/service/service-client.ts';
import { operatorOf, signIn } from '../support/service/sign-in.ts';
import { type Service, startService } from '../support/service/start-service.ts';
import { makeTempDir } from '../support/service/temp-dir.ts';
import type { Report } from './write-report.ts';

/** What befalls the chosen node: it is frozen and goes on later, cut off from the database, killed, or its clock is set. */
const LOSSES = ['frozen', 'cut off', 'killed', 'clock set'] as const;
type Loss = (typeof LOSSES)[number];

const PROVEN_WITH = [3, 5];
const FROZEN_MS = 60_000;

/** The same with three nodes and with five, the frozen one for a minute. */
export async function proveChosenNode(say: (line: string) => void): Promise<Report> {
  const facts: string[] = [];
  const faults: string[] = [];
  for (const nodes of PROVEN_WITH) {
    await using postgres = await startPostgres(['max_connections = 200']);
    const result = await loseChosen(postgres.url, nodes);
    const { silences, batches, again, refused } = result;
    facts.push(
      `${nodes} nodes: from the loss of the chosen one to the next message of a webhook: ${silences.join(', ')} (allowed: 15 s).`,
      `${nodes} nodes: ${batches} batches, each kept once and told of; ${again} messages came again; ${refused} writes that came too late were refused.`,
    );
    faults.push(...result.faults.map((fault) => `${nodes} nodes: ${fault}`));
    say(facts.slice(-2).join(' '));
  }
  return { facts, faults };
}

const WITHIN_MS = 15_000;
const POST_EVERY_MS = 250;

/** Several nodes over one database lose the chosen one, again and again; what it did for all goes on at another. */
async function loseChosen(databaseUrl: string, count: number) {
  await using folder = await makeTempDir();
  const receiver = await startReceiver(() => []);
  await using stack = new AsyncDisposableStack();
  stack.defer(() => receiver.close());
  writeFileSync(`${folder.path}/ca.pem`, receiver.ca);
  const nodes: ChosenNode[] = [];
  for (let index = 0; index < count; index += 1) {
    nodes.push(stack.use(await startNode(folder.path, index, databaseUrl)));
  }
  const [first] = nodes;
  if (first === undefined) throw new Error('no node was started');
  const token = await signIn(first.service().url, await operatorOf(`${folder.path}/0`));
  const story = await beginStory({ nodes, token, receiver, databaseUrl });
  const silences: string[] = [];
  const faults: string[] = [];
  for (const loss of LOSSES) {
    const chosen = await story.chosen();
    const silentMs = await story.silenceAfter(chosen, () => chosen.lose(loss));
    silences.push(`${loss} ${(silentMs / 1_000).toFixed(1)} s`);
    if (silentMs > WITHIN_MS) faults.push(`${loss}: webhooks stood still for ${Math.round(silentMs)} ms`);
    if (loss === 'frozen') await after(Math.max(0, FROZEN_MS - silentMs));
    await chosen.comeBack(loss);
  }
  faults.push(...(await story.faultsAtEnd()));
  const refused = (await Promise.all(nodes.map((node) => node.refusedWrites()))).reduce((sum, one) => sum + one, 0);
  return { silences, faults, refused, ...story.counts() };
}

type ChosenNode = Awaited<ReturnType<typeof startNode>>;

/** A node with a way to the database of its own, which can go silent. */
async function startNode(folder: string, index: number, databaseUrl: string) {
  const proxy = await startProxy();
  const start = () =>
    startService({
      dataDir: `${folder}/${index}`,
      env: {
        DATABASE_URL: proxy.through(databaseUrl),
        NODE_EXTRA_CA_CERTS: `${folder}/ca.pem`,
        NODE_OPTIONS: withSettableClock(),
        SETPOINT_PUBLIC_URL: 'https://setpoint.example',
        SETPOINT_WEBHOOK_NETWORKS: '127.0.0.1',
      },
    });
  let service: Service = await start();
  return {
    name: () => `${hostname()}:${new URL(service.url).port}`,
    service: () => service,
    async lose(loss: Loss): Promise<void> {
      if (loss === 'frozen') process.kill(service.pid, 'SIGSTOP');
      if (loss === 'clock set') process.kill(service.pid, 'SIGUSR2');
      // The database hears nothing of it: no end of a connection, no word. The node lives, as with a broken cable.
      if (loss === 'cut off') proxy.stall();
      if (loss === 'killed') await service.end('SIGKILL');
    },
    async comeBack(loss: Loss): Promise<void> {
      if (loss === 'frozen') process.kill(service.pid, 'SIGCONT');
      if (loss === 'cut off') {
        await service.end('SIGKILL');
        proxy.cut();
      }
      if (loss === 'killed' || loss === 'cut off') service = await start();
    },
    async refusedWrites(): Promise<number> {
      const operations = /operations +(\S+)/.exec(service.output())?.[1] ?? '';
      const text = await (await fetch(`${operations}/metrics`)).text();
      return Number(/^setpoint_refused_writes_total\{[^}]*\} (\d+)/m.exec(text)?.[1] ?? 0);
    },
    async [Symbol.asyncDispose](): Promise<void> {
      process.kill(service.pid, 'SIGCONT');
      await service[Symbol.asyncDispose]();
      await proxy[Symbol.asyncDispose]();
    },
  };
}

interface Telling {
  readonly nodes: readonly ChosenNode[];
  readonly token: string;
  readonly receiver: Awaited<ReturnType<typeof startReceiver>>;
  readonly databaseUrl: string;
}

/** What is set at nodes that are well, and what the webhook hears of it. */
async function beginStory({ nodes, token, receiver, databaseUrl }: Telling) {
  const clientOf = (node: ChosenNode) => new ServiceClient(node.service().url, token);
  const [first] = nodes;
  if (first === undefined) throw new Error('no node was started');
  const siteId = await clientOf(first).addSite('a site');
  const body = { url: receiver.url, types: ['batch.accepted'] };
  const added = await clientOf(first).ask('/api/v1/fleet/webhooks', { method: 'POST', body });
  if (added.status !== 201) throw new Error(`no webhook: ${JSON.stringify(added.body)}`);
  let versions = 0;
  const set = async (node: ChosenNode): Promise<void> => {
    const { status } = await clientOf(node).postSchedules(siteId, [
      { asset: 'grid', type: 'activePowerkW', entries: [] },
    ]);
    if (status !== 201) throw new Error(`POST was answered ${status}`);
    versions += 1;
  };
  const hasHeard = (version: number) => receiver.taken.some((message) => message.version === version);
  return {
    /** The node that holds the lease, once it is on the list of all. */
    chosen: () =>
      lookUntil(
        async () => {
          const [row] = await queryDatabase(databaseUrl, 'SELECT node_id FROM chosen_node');
          const { body: list } = await clientOf(first).ask('/api/v1/fleet/nodes');
          const named = (list as ServiceNodeList).nodes.find(({ nodeId }) => nodeId === row?.['node_id']);
          return nodes.filter(({ name }) => name() === named?.nodeName);
        },
        (found) => found.length === 1,
      ).then(([chosen = first]) => chosen),
    async silenceAfter(chosen: ChosenNode, lose: () => Promise<void>): Promise<number> {
      const well = nodes.find((node) => node !== chosen) ?? chosen;
      await set(well);
      const before = versions;
      await lookUntil(async () => hasHeard(before), Boolean);
      await lose();
      const lostAt = performance.now();
      while (!receiver.taken.some(({ version }) => Number(version) > before)) {
        await set(well);
        await after(POST_EVERY_MS);
      }
      return performance.now() - lostAt;
    },
    async faultsAtEnd(): Promise<string[]> {
      await lookUntil(async () => hasHeard(versions), Boolean);
      const all = Array.from({ length: versions }, (_, index) => index + 1);
      const missing = all.filter((version) => !hasHeard(version));
      const events = await queryDatabase(databaseUrl, 'SELECT count(*)::integer AS n FROM batch');
      const kept = Number(events[0]?.['n']);
      return [
        ...missing.map((version) => `no message told of version ${version}`),
        ...(kept === versions ? [] : [`${kept} batches are kept of ${versions} acknowledged`]),
      ];
    },
    counts: () => ({
      batches: versions,
      again: receiver.taken.length - new Set(receiver.taken.map(({ id }) => id)).size,
    }),
  };
}

const HOUR_MS = 3_600_000;

/** What to start a process with (NODE_OPTIONS) so that its clock jumps ahead by an hour at each SIGUSR2. */
function withSettableClock(): string {
  const module = `
    const Real = Date;
    let aheadMs = 0;
    process.on('SIGUSR2', () => { aheadMs += ${HOUR_MS}; });
    globalThis.Date = class Date extends Real {
      constructor(...given) { given.length === 0 ? super(Real.now() + aheadMs) : super(...given); }
      static now() { return Real.now() + aheadMs; }
    };`;
  return `--import=data:text/javascript,${encodeURIComponent(module)}`;
}
