import { fileURLToPath } from 'node:url';
import type { LoadResult } from '../load/load-plan.ts';
import { checkPosted } from '../run/check-posted.ts';
import { compare, medianOf } from '../run/compare.ts';
import type { PostgresStores } from '../run/postgres-stores.ts';
import { runLoad } from '../run/run-load.ts';
import { type Finding, limitedTo, planFor, type Row, type Run } from '../run/run.ts';
import { type SeededStore, sitePath } from '../run/seeded-store.ts';
import { startServer } from '../run/start-server.ts';
import type { Setpoint } from '../run/start-setpoint.ts';
import { startTwoNodes } from '../run/start-two-nodes.ts';
import { UpsertedBatches } from '../run/upserted-batches.ts';
import { POSTERS, postsTo } from './post-rows.ts';

const UPSERT_EACH = fileURLToPath(import.meta.resolve('../references/upsert-each.ts'));
const POSTED_SITES = 200;
const LEAST_ON_HOT_SITE = 200;

export function postgresPostRow(run: Run, { postgres, stores }: PostgresStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(1_000);
    const siteIds = [...store.stamps.keys()].slice(0, POSTED_SITES);
    const url = await postgres.createDatabase('upserts');
    await using ours = await startTwoNodes(store);
    await using reference = await startServer({ args: [UPSERT_EACH, url] });
    const upserted = new UpsertedBatches(url);
    const comparison = await compare(
      {
        ours: () => postChecked(run, { nodes: ours.nodes, store, siteIds }),
        reference: async () => {
          const result = await runLoad(planFor(run, reference, postsTo(siteIds, upserted.nextStamp)));
          await upserted.check(result);
          return result;
        },
      },
      run.rounds,
    );
    return { kind: 'compared', comparison, atLeast: 0.4, aim: 0.6 };
  };
  const title = `POST 1 command of 96 entries, ${POSTERS} connections over ${POSTED_SITES} sites`;
  return { name: 'pg-post', title, measure };
}

export function hotSiteRow(run: Run, { stores }: PostgresStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(1_000);
    const [siteId = ''] = [...store.stamps.keys()].slice(POSTED_SITES);
    await using ours = await startTwoNodes(store);
    const rates: number[] = [];
    const p99s: number[] = [];
    let [acknowledged, numbered] = [0, 0];
    for (let round = 0; round < run.rounds; round += 1) {
      const before = await versionOf(ours.nodes[0], siteId);
      const posted = await postChecked(run, { nodes: ours.nodes, store, siteIds: [siteId] });
      rates.push(posted.ratePerSecond);
      p99s.push(posted.p99Ms);
      acknowledged += posted.answered;
      numbered += (await versionOf(ours.nodes[1], siteId)) - before;
    }
    const rate = medianOf(rates);
    return {
      kind: 'claimed',
      claims: [
        {
          what: `accepted, ${POSTERS} connections to two nodes, no error`,
          measured: `${Math.round(rate).toLocaleString('en-US')} /s`,
          limit: `≥ ${LEAST_ON_HOT_SITE} /s`,
          holds: rate >= LEAST_ON_HOT_SITE,
        },
        {
          what: `versions given to the ${acknowledged.toLocaleString('en-US')} batches acknowledged`,
          measured: numbered.toLocaleString('en-US'),
          limit: 'one each',
          holds: numbered === acknowledged,
        },
        limitedTo('p99 of such a POST', { measured: medianOf(p99s), atMost: 1_000, unit: 'ms' }),
      ],
    };
  };
  return { name: 'pg-hot-site', title: 'the same on one hot site', measure };
}

interface PostTarget {
  nodes: readonly Setpoint[];
  store: SeededStore;
  siteIds: readonly string[];
}

/** Half of the connections post to each node; what was acknowledged is read back from the first. */
/** Posts, and reads back what was acknowledged. */
export async function postChecked(run: Run, { nodes, store, siteIds }: PostTarget): Promise<LoadResult> {
  const [first] = nodes;
  if (first === undefined) throw new Error('there is no node');
  const load = postsTo(siteIds, store.nextStamp);
  const headers = { ...load.headers, authorization: `Bearer ${first.token}` };
  const result = await runLoad(planFor(run, nodes, { ...load, headers }));
  await checkPosted(first, store, result);
  return result;
}

async function versionOf({ url, token }: Setpoint, siteId: string): Promise<number> {
  const response = await fetch(new URL(sitePath(siteId), url), { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  return Number(response.headers.get('Schedule-Version') ?? Number.NaN);
}
