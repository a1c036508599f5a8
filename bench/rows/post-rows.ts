import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { LoadPlan, LoadResult } from '../load/load-plan.ts';
import { checkPosted } from '../run/check-posted.ts';
import { compare } from '../run/compare.ts';
import { InsertedBatches } from '../run/inserted-batches.ts';
import { runLoad } from '../run/run-load.ts';
import { planFor, type Finding, type Row, type Run } from '../run/run.ts';
import { stampedBody } from '../run/batch-text.ts';
import { schedulesPath, type SeededStore, type SeededStores } from '../run/seeded-store.ts';
import { startServer } from '../run/start-server.ts';
import { startSetpoint, type Setpoint } from '../run/start-setpoint.ts';

const INSERT_EACH = fileURLToPath(import.meta.resolve('../references/insert-each.ts'));
export const POSTERS = 64;

export function postRow(run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const comparison = await compareInserts(run, stores, { name: 'post' });
    return { kind: 'compared', comparison, atLeast: 0.7, aim: 1.5 };
  };
  return { name: 'post', title: 'POST 1 command of 96 entries, 64 connections, durable', measure };
}

export function postCloudDiskRow(run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const comparison = await compareInserts(run, stores, { name: 'post-cloud-disk', fsyncDelayMs: 2 });
    return { kind: 'compared', comparison, atLeast: 3, aim: 5 };
  };
  const title = 'the same with every fsync delayed by 2 ms, as on an ordinary cloud disk';
  return { name: 'post-cloud-disk', title, needsStrace: true, measure };
}

async function compareInserts(run: Run, stores: SeededStores, disk: { name: string; fsyncDelayMs?: number }) {
  const { name, ...delay } = disk;
  const store = await stores.of(1_000);
  const siteIds = [...store.stamps.keys()].slice(0, POSTERS);
  const file = join(run.directory, `${name}.sqlite`);
  await using ours = await startSetpoint(store.dataDir, delay);
  await using reference = await startServer({ args: [INSERT_EACH, file], ...delay });
  using inserted = new InsertedBatches(file);
  return await compare(
    {
      ours: () => postChecked(run, { setpoint: ours, store, siteIds }),
      reference: async () => {
        const result = await runLoad(planFor(run, reference, postsTo(siteIds, inserted.nextStamp)));
        inserted.check(result);
        return result;
      },
    },
    run.rounds,
  );
}

export interface PostTarget {
  setpoint: Setpoint;
  store: SeededStore;
  siteIds: readonly string[];
}

export async function postChecked(run: Run, { setpoint, store, siteIds }: PostTarget): Promise<LoadResult> {
  const load = postsTo(siteIds, store.nextStamp);
  const headers = { ...load.headers, authorization: `Bearer ${setpoint.token}` };
  const result = await runLoad(planFor(run, setpoint, { ...load, headers }));
  await checkPosted(setpoint, store, result);
  return result;
}

export function postsTo(siteIds: readonly string[], firstStamp: number) {
  return {
    method: 'POST',
    paths: siteIds.map(schedulesPath),
    connections: POSTERS,
    expectStatus: 201,
    headers: { 'content-type': 'application/json' },
    body: stampedBody(firstStamp),
  } satisfies Partial<LoadPlan>;
}
