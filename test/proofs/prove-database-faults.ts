import pg from 'pg';
import { queryDatabase } from '@setpoint/server/testing/rooms/store';
import { type NodeAt, nodeAt } from './node-at.ts';
import { makeTempDir } from '../support/service/temp-dir.ts';
import { type Damage, type Direction, type FrameProxy, startFrameProxy } from './frame-proxy.ts';
import { type Postgres, startPostgres } from '@setpoint/server/testing/start-postgres';
import { underLoad } from './under-load.ts';
import type { Report } from './write-report.ts';

const SITES = 4;
const CALLERS = 6;
const IN_STEP_WITHIN_MS = 30_000;
const FROZEN_MS = 1_500;
const MAX_CONNECTIONS = 40;

const THIEF = 'thief';
const END_CONNECTIONS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()`;

/** What goes wrong, and how it is mended again. */
interface Ground {
  readonly postgres: Postgres;
  readonly nodes: readonly NodeAt[];
}

const FAULTS: Readonly<Record<string, (ground: Ground, node: NodeAt) => Promise<void>>> = {
  async 'a node killed'(_ground, node) {
    await node.end('SIGKILL');
    await node.start();
  },
  async 'a node frozen'(_ground, node) {
    node.signal('SIGSTOP');
    await pass(FROZEN_MS);
    node.signal('SIGCONT');
  },
  async 'PostgreSQL stopped and started'({ postgres }) {
    await postgres.stop('SIGINT');
    await postgres.start();
  },
  async 'PostgreSQL killed and started'({ postgres }) {
    await postgres.stop('SIGKILL');
    await postgres.start();
  },
  async 'PostgreSQL frozen'({ postgres }) {
    postgres.signalAll('SIGSTOP');
    await pass(FROZEN_MS);
    postgres.signalAll('SIGCONT');
  },
  async 'all connections ended'({ postgres }) {
    await queryDatabase(postgres.url, END_CONNECTIONS);
  },
  async 'no connection left'({ postgres }) {
    const taken = await takeAllConnections(postgres);
    // There is no other way in.
    await taken[0]?.query(`${END_CONNECTIONS} AND application_name <> '${THIEF}'`);
    await pass(FROZEN_MS);
    await Promise.all(taken.map((client) => client.end()));
  },
  async 'all sites locked'({ postgres }) {
    const client = new pg.Client(postgres.url);
    client.on('error', () => undefined);
    await client.connect();
    try {
      // In the order in which the service locks them: in another one, the two could wait for each other.
      await client.query('BEGIN; SELECT 1 FROM site ORDER BY site_id FOR UPDATE');
      await pass(FROZEN_MS);
    } finally {
      await client.end();
    }
  },
};

/** How often each fault happens. */
const ROUNDS = 3;
/** Which of the first frames of a transaction are damaged: up to which, and every how many. */
const FRAMES = { upTo: 61, step: 4 };
const SEED = 5;

/** Two nodes over one PostgreSQL to which everything happens under load; then every answer against the log. */
async function runDatabaseFaults(say: (line: string) => void) {
  await using folder = await makeTempDir();
  await using postgres = await startPostgres([`max_connections = ${MAX_CONNECTIONS}`]);
  await using proxy = await startFrameProxy(postgres.url);
  await using owned = new AsyncDisposableStack();
  const nodes: NodeAt[] = [];
  for (const [index, url] of [proxy.url, postgres.url].entries()) {
    const env = { DATABASE_URL: url, SETPOINT_DATABASE_CONNECTIONS: '8' };
    nodes.push(owned.use(await nodeAt({ dataDir: `${folder.path}/${index}`, env })));
  }
  for (const node of nodes) await node.start();
  let [happened, framesDamaged] = [0, 0];
  const result = await underLoad(
    {
      urls: nodes.map(({ url }) => url),
      mqttPorts: nodes.map(({ ports }) => ports.mqtt),
      folder: folder.path,
      databaseUrl: postgres.url,
    },
    { sites: SITES, callers: CALLERS, seed: SEED, inStepWithinMs: IN_STEP_WITHIN_MS },
    async ({ history, reached }) => {
      await reached(20);
      framesDamaged = await damageFrames(proxy, reached, say);
      for (let round = 0; round < ROUNDS; round += 1) {
        for (const [name, happen] of Object.entries(FAULTS)) {
          await happen({ postgres, nodes }, nodeOf(nodes, happened));
          happened += 1;
          await reached(25);
          say(`${name}: ${history.posts.length} posts, ${history.again.sent} sent again`);
        }
      }
    },
  );
  return { ...result, happened, framesDamaged };
}

function nodeOf(nodes: readonly NodeAt[], turn: number): NodeAt {
  const node = nodes[turn % nodes.length];
  if (node === undefined) throw new Error('there are nodes');
  return node;
}

const DAMAGES: readonly Damage[] = ['cut', 'delay', 'stall'];
const DIRECTIONS: readonly Direction[] = ['up', 'down'];

async function damageFrames(
  proxy: FrameProxy,
  reached: (more: number) => Promise<void>,
  say: (line: string) => void,
): Promise<number> {
  let damaged = 0;
  for (const how of DAMAGES) {
    for (const direction of DIRECTIONS) {
      let frame = 1;
      for (; frame <= FRAMES.upTo && (await proxy.damage(how, direction, frame)); frame += FRAMES.step) {
        damaged += 1;
        await reached(3);
      }
      say(`${how}, ${direction}: before frame ${frame}`);
    }
  }
  return damaged;
}

async function takeAllConnections({ url }: Postgres): Promise<readonly pg.Client[]> {
  const clients = Array.from({ length: MAX_CONNECTIONS }, () => {
    const client = new pg.Client({ connectionString: url, application_name: THIEF });
    client.on('error', () => undefined);
    return client;
  });
  // Connections that others close are used as well; those that are refused have been tried.
  const connected = await Promise.allSettled(clients.map((client) => client.connect()));
  return clients.filter((_client, index) => connected[index]?.status === 'fulfilled');
}

function pass(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

export async function proveDatabaseFaults(say: (line: string) => void): Promise<Report> {
  const result = await runDatabaseFaults(say);
  const { history, happened, framesDamaged, faults } = result;
  const { sent, replayed } = history.again;
  const facts = [
    `${CALLERS} callers on ${SITES} sites by way of two nodes; ${SITES} controllers by MQTT, in step at the end.`,
    `${framesDamaged} times the way of one node to PostgreSQL was cut, stalled for good or delayed in front of one of the first ${FRAMES.upTo} messages of a transaction, either way.`,
    `${happened} faults, each ${ROUNDS} times: ${Object.keys(FAULTS).join(', ')}.`,
    `${history.count('accepted')} acknowledged batches, ${history.count('rejected')} rejected, ${history.reads.length} reads; ${sent} requests sent again under their keys, of which ${replayed} turned out to be applied already.`,
  ];
  return { facts, faults };
}
