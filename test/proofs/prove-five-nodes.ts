import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { queryDatabase } from '@setpoint/server/testing/rooms/store';
import { startPostgres } from '@setpoint/server/testing/start-postgres';
import { startReceiver } from '@setpoint/server/testing/start-receiver';
import { startBalancer } from './start-balancer.ts';
import { hearEvents } from './hear-events.ts';
import type { History } from './history.ts';
import { ServiceClient } from '../support/service/service-client.ts';
import { makeTempDir } from '../support/service/temp-dir.ts';
import { findOutOfStep } from './follow-site.ts';
import { pollSite } from './poll-site.ts';
import { type Meeting, restartInTurn, type Witness } from './prove-rolling-restart.ts';
import type { Report } from './write-report.ts';

const SITES = 40;
const POLLED = 10;
const CALLERS = 8;
const IN_STEP_WITHIN_MS = 10_000;

interface EachOptions {
  readonly databaseUrl: string;
  readonly nodes: number;
  /** How often each node is restarted. */
  readonly rounds: number;
  readonly callers?: number;
  readonly signal?: AbortSignal;
  readonly say?: (line: string) => void;
}

interface Seen {
  /** How often another node was chosen afterwards. */
  readonly handOvers: number;
  /** How often the stream of events was ended, and gone on with. */
  readonly resumed: number;
  readonly polls: number;
  readonly messages: number;
}

/** Each of several nodes is restarted, the chosen one among them, beside streams, controllers that wait, and a webhook. */
export async function restartEach({ nodes, rounds, callers = CALLERS, ...others }: EachOptions) {
  await using folder = await makeTempDir();
  const receiver = await startReceiver(() => []);
  using _receiving = { [Symbol.dispose]: () => receiver.close() };
  const ca = join(folder.path, 'ca.pem');
  writeFileSync(ca, receiver.ca);
  let seen: Seen = { handOvers: 0, resumed: 0, polls: 0, messages: 0 };
  const note = (last: Seen) => (seen = last);
  const result = await restartInTurn({
    ...others,
    nodes,
    restarts: nodes * rounds,
    requests: 0,
    balancing: { start: startBalancer, drainSeconds: 4 },
    env: { NODE_EXTRA_CA_CERTS: ca, SETPOINT_WEBHOOK_NETWORKS: '127.0.0.1' },
    sites: SITES,
    callers,
    witness: (meeting) => startWitness(meeting, { receiver, databaseUrl: others.databaseUrl, note }),
  });
  return { ...result, seen };
}

interface Around {
  readonly receiver: Awaited<ReturnType<typeof startReceiver>>;
  readonly databaseUrl: string;
  readonly note: (seen: Seen) => void;
}

async function startWitness(
  { url, token, logins }: Meeting,
  { receiver, databaseUrl, note }: Around,
): Promise<Witness> {
  const client = new ServiceClient(url, token);
  const body = { url: receiver.url, types: ['batch.accepted'] };
  const added = await client.ask('/api/v1/fleet/webhooks', { method: 'POST', body });
  if (added.status !== 201) throw new Error(`no webhook: ${JSON.stringify(added.body)}`);
  const heard: string[] = [];
  const onBatch = ({ siteId, version }: { siteId: string; version: number }) => heard.push(nameOf(siteId, version));
  const stream = await hearEvents({ url, token, onBatch });
  const polling = logins.slice(0, POLLED).map((login) => pollSite(url, login));
  const termBefore = await termOf(databaseUrl);
  return {
    async faults(history) {
      const polled = polling.map(({ siteId }) => siteId);
      const outOfStep = await findOutOfStep(client, polled, IN_STEP_WITHIN_MS);
      const count = history.count('accepted');
      await lookUntil(
        async () => [new Set(receiver.taken.map(({ id }) => id)).size, heard.length],
        (counts) => counts.every((each) => each >= count),
      ).catch(() => undefined);
      // A message may come again under its id, where a node stopped before it knew that it had come.
      const told = [...new Map(receiver.taken.map((one) => [one.id, nameOf(one.siteId, one.version)])).values()];
      note({
        handOvers: (await termOf(databaseUrl)) - termBefore,
        resumed: stream.resumed(),
        polls: polling.reduce((sum, { counts }) => sum + counts.polls, 0),
        messages: told.length,
      });
      return [
        ...outOfStep,
        ...stream.faults,
        ...polling.flatMap((site) => site.faults),
        ...notOnce('the stream', heard, history),
        ...notOnce('the webhook', told, history),
      ];
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([stream.end(), ...polling.map((site) => site.end())]);
    },
  };
}

/** It grows each time that another node is chosen. */
async function termOf(databaseUrl: string): Promise<number> {
  const [row] = await queryDatabase(databaseUrl, 'SELECT term FROM chosen_node');
  return Number(row?.['term']);
}

/** The batches that were acknowledged and not told of exactly once, and what else was told. */
function notOnce(who: string, told: readonly string[], { posts }: History): string[] {
  const times = new Map<string, number>();
  for (const name of told) times.set(name, (times.get(name) ?? 0) + 1);
  const accepted = posts.flatMap(({ siteId, outcome }) =>
    outcome.kind === 'accepted' ? [nameOf(siteId, outcome.version)] : [],
  );
  const known = new Set(accepted);
  return [
    ...accepted.flatMap((name) =>
      times.get(name) === 1 ? [] : [`${who} told ${times.get(name) ?? 0} times of ${name}`],
    ),
    ...[...times.keys()].flatMap((name) =>
      known.has(name) ? [] : [`${who} told of ${name}, which nobody was acknowledged`],
    ),
  ];
}

function nameOf(siteId: string | undefined, version: unknown): string {
  return `version ${String(version)} of site ${siteId}`;
}

const NODES = 5;
const ROUNDS = 3;

export async function proveFiveNodes(say: (line: string) => void): Promise<Report> {
  await using postgres = await startPostgres(['max_connections = 300']);
  const options = { databaseUrl: postgres.url, nodes: NODES, rounds: ROUNDS, say };
  const { requests, restarts, seconds, history, seen, faults } = await restartEach(options);
  const facts = [
    `${requests} requests of ${CALLERS} callers on ${SITES} sites in ${Math.round(seconds)} s, while ${NODES} nodes were restarted one after the other, ${restarts} times altogether, the chosen one ${seen.handOvers} times.`,
    `${history.count('accepted')} acknowledged batches, each kept once, and told of once by a stream of events, which was ended and gone on with ${seen.resumed} times, and once by a webhook (${seen.messages} messages).`,
    `${seen.polls} polls of ${POLLED} controllers by HTTPS, each of which waits for a change; others are connected by MQTT; all in step at the end.`,
    `${faults.length} requests that somebody would have had to send again.`,
  ];
  return { facts, faults };
}
