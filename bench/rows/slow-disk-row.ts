import { getChecked } from '../run/check-posted.ts';
import { medianOf } from '../run/compare.ts';
import { runLoad } from '../run/run-load.ts';
import { planFor, type Finding, type Row, type Run } from '../run/run.ts';
import { sitePath, type SeededStores } from '../run/seeded-store.ts';
import { startSetpoint } from '../run/start-setpoint.ts';
import { postChecked } from './post-rows.ts';

const POSTED_SITES = 64;
const GET_P99_LIMIT_MS = 25;
const LEAST_BATCHES_PER_SECOND = 350;

export function slowDiskRow(run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const store = await stores.of(1_000);
    const siteIds = [...store.stamps.keys()];
    const path = sitePath(siteIds.at(-1) ?? '');
    await using setpoint = await startSetpoint(store.dataDir, { fsyncDelayMs: 50 });
    await getChecked(setpoint, store, path);
    const gets = planFor(run, setpoint, {
      method: 'GET',
      paths: [path],
      connections: 2,
      expectStatus: 200,
      headers: { authorization: `Bearer ${setpoint.token}` },
    });
    const getP99s: number[] = [];
    const postRates: number[] = [];
    for (let round = 0; round < run.rounds; round += 1) {
      const posted = postChecked(run, { setpoint, store, siteIds: siteIds.slice(0, POSTED_SITES) });
      const [got, { ratePerSecond }] = await Promise.all([runLoad(gets), posted]);
      getP99s.push(got.p99Ms);
      postRates.push(ratePerSecond);
    }
    return { kind: 'claimed', claims: claimsOf(medianOf(getP99s), medianOf(postRates)) };
  };
  return { name: 'slow-disk', title: 'Every fsync delayed by 50 ms', needsStrace: true, measure };
}

function claimsOf(getP99Ms: number, postsPerSecond: number) {
  return [
    {
      what: 'p99 of GET one site meanwhile, 2 connections',
      measured: `${getP99Ms.toFixed(1)} ms`,
      limit: `under ${GET_P99_LIMIT_MS} ms`,
      holds: getP99Ms < GET_P99_LIMIT_MS,
    },
    {
      what: 'batches accepted from 64 posters',
      measured: `${postsPerSecond.toFixed(0)} /s`,
      limit: `over ${LEAST_BATCHES_PER_SECOND} /s`,
      holds: postsPerSecond > LEAST_BATCHES_PER_SECOND,
    },
  ];
}
