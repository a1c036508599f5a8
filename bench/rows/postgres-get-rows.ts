import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { residentBytesOf } from '../load/cpu-micros-of.ts';
import { fetchWithClient, fetchWithPsql, isPsqlHere } from '../references/fetch-with-psql.ts';
import { getChecked } from '../run/check-posted.ts';
import { compare } from '../run/compare.ts';
import type { PostgresStores } from '../run/postgres-stores.ts';
import { runLoad } from '../run/run-load.ts';
import { type Finding, limitedTo, planFor, type Row, type Run } from '../run/run.ts';
import { type SeededStore, SITES_PATH, sitePath } from '../run/seeded-store.ts';
import { startServer } from '../run/start-server.ts';
import type { Setpoint } from '../run/start-setpoint.ts';
import { startTwoNodes } from '../run/start-two-nodes.ts';
import { timeFetch } from '../run/time-fetch.ts';

const READ_BY_KEY = fileURLToPath(import.meta.resolve('../references/read-by-key.ts'));
const MIB = 1024 * 1024;
const RISE_LIMIT_MIB = 64;
const SAMPLE_EVERY_MS = 20;

export function postgresSiteRow(run: Run, { postgres, stores }: PostgresStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(1_000);
    const paths = [...store.stamps.keys()].slice(0, 1).map(sitePath);
    await using ours = await startTwoNodes(store);
    const { texts, expectBodies } = await expectedOf(run, { setpoint: ours.nodes[0], store, paths });
    const url = await postgres.createDatabase('one_site');
    await storeTexts(url, texts);
    await using reference = await startServer({ args: [READ_BY_KEY, url] });
    const headers = { authorization: `Bearer ${ours.nodes[0].token}` };
    const load = { method: 'GET', paths, connections: 32, expectStatus: 200, expectBodies, headers } as const;
    const comparison = await compare(
      {
        ours: () => runLoad(planFor(run, ours.nodes, load)),
        reference: () => runLoad(planFor(run, reference, load)),
      },
      run.rounds,
    );
    return { kind: 'compared', comparison, atLeast: 0.5, aim: 0.8 };
  };
  return { name: 'pg-site', title: 'GET one site; reference: the same bytes by primary key', measure };
}

export function postgresSitesRow(run: Run, { postgres, stores }: PostgresStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(1_000);
    await using ours = await startTwoNodes(store);
    const [node] = ours.nodes;
    const listed = await expectedOf(run, { setpoint: node, store, paths: [SITES_PATH] });
    const url = await postgres.createDatabase('many_sites');
    const { sites } = JSON.parse(listed.texts.get(SITES_PATH) ?? '') as { sites: { siteId: string }[] };
    await storeTexts(url, new Map(sites.map((site) => [site.siteId, JSON.stringify(site)])));
    const query = 'SELECT body FROM stored';
    await using reference = isPsqlHere() ? fetchWithPsql(url, query) : await fetchWithClient(url, query);
    const { expectBodies } = listed;
    const headers = { authorization: `Bearer ${node.token}` };
    const load = { method: 'GET', paths: [SITES_PATH], connections: 1, expectStatus: 200, headers } as const;
    const comparison = await compare(
      {
        ours: () => runLoad(planFor(run, node, { ...load, expectBodies })),
        reference: () => timeFetch(run, reference),
      },
      run.rounds,
    );
    return { kind: 'compared', comparison, atLeast: 0.5, aim: 0.8 };
  };
  const what = 'GET sites, 1,000 sites of 2 commands of 96 entries, 1 connection';
  const title = `${what}; reference: ${isPsqlHere() ? 'psql' : 'no psql here: node-postgres'}, fetching the same text`;
  return { name: 'pg-sites', title, measure };
}

export function postgresSitesMemoryRow(run: Run, { stores }: PostgresStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(1_000);
    await using ours = await startTwoNodes(store);
    const [node] = ours.nodes;
    const { expectBodies } = await expectedOf(run, { setpoint: node, store, paths: [SITES_PATH] });
    const headers = { authorization: `Bearer ${node.token}` };
    const load = {
      method: 'GET',
      paths: [SITES_PATH],
      connections: 4,
      expectStatus: 200,
      headers,
      expectBodies,
    } as const;
    const peaks: number[] = [];
    for (let round = 0; round <= run.rounds; round += 1) {
      peaks.push(await peakDuring(node, () => runLoad(planFor(run, node, load))));
    }
    const [first = 0, ...later] = peaks;
    const measured = (Math.max(...later) - first) / MIB;
    return {
      kind: 'claimed',
      claims: [
        limitedTo('rise of resident memory after the first round', { measured, atMost: RISE_LIMIT_MIB, unit: 'MiB' }),
      ],
    };
  };
  return { name: 'pg-sites-memory', title: 'the same over and over, 4 connections', measure };
}

interface Asked {
  setpoint: Setpoint;
  store: SeededStore;
  paths: readonly string[];
}

async function expectedOf(run: Run, { setpoint, store, paths }: Asked) {
  const file = join(run.directory, 'expected-body');
  const texts = new Map<string, string>();
  for (const path of paths) texts.set(path, await getChecked(setpoint, store, path));
  await writeFile(file, [...texts.values()].join(''));
  const lengths = [...texts.values()].map((text) => Buffer.byteLength(text));
  return { texts, expectBodies: { file, lengths } };
}

async function storeTexts(url: string, texts: ReadonlyMap<string, string>): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    await client.query('CREATE TABLE stored (path TEXT PRIMARY KEY, body TEXT NOT NULL)');
    for (const [path, body] of texts)
      await client.query('INSERT INTO stored (path, body) VALUES ($1, $2)', [path, body]);
    await client.query('VACUUM ANALYZE stored');
  } finally {
    await client.end();
  }
}

async function peakDuring({ pid }: Setpoint, work: () => Promise<unknown>): Promise<number> {
  let peak = residentBytesOf(pid);
  const sampler = setInterval(() => {
    peak = Math.max(peak, residentBytesOf(pid));
  }, SAMPLE_EVERY_MS);
  try {
    await work();
    return peak;
  } finally {
    clearInterval(sampler);
  }
}
