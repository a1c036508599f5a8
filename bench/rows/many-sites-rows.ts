import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LoadPlan } from '../load/load-plan.ts';
import { getChecked } from '../run/check-posted.ts';
import { compare } from '../run/compare.ts';
import { runLoad } from '../run/run-load.ts';
import { planFor, type Finding, type Row, type Run } from '../run/run.ts';
import { sitePath, type SeededStore, type SeededStores } from '../run/seeded-store.ts';
import { startSetpoint, type Setpoint } from '../run/start-setpoint.ts';
import { postChecked } from './post-rows.ts';

const MANY = 10_000;
const FEW = 10;

export function getManySitesRow(run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const [many, few] = [await stores.of(MANY), await stores.of(FEW)];
    await using ours = await startSetpoint(many.dataDir);
    await using reference = await startSetpoint(few.dataDir);
    const plans = { ours: await getsOf(run, ours, many), reference: await getsOf(run, reference, few) };
    const comparison = await compare(
      { ours: () => runLoad(plans.ours), reference: () => runLoad(plans.reference) },
      run.rounds,
    );
    return { kind: 'compared', comparison, atLeast: 0.85, aim: 1 };
  };
  return { name: 'get-many', title: 'GET one site with 10,000 sites; reference: with 10 sites', measure };
}

export function postManySitesRow(run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const [many, few] = [await stores.of(MANY), await stores.of(FEW)];
    await using ours = await startSetpoint(many.dataDir);
    await using reference = await startSetpoint(few.dataDir);
    const comparison = await compare(
      {
        ours: () => postChecked(run, { setpoint: ours, store: many, siteIds: scattered(many) }),
        reference: () => postChecked(run, { setpoint: reference, store: few, siteIds: scattered(few) }),
      },
      run.rounds,
    );
    return { kind: 'compared', comparison, atLeast: 0.85, aim: 1 };
  };
  return { name: 'post-many', title: 'POST with 10,000 sites; reference: with 10 sites', measure };
}

async function getsOf(run: Run, setpoint: Setpoint, store: SeededStore): Promise<LoadPlan> {
  const paths = scattered(store).map(sitePath);
  const file = join(run.directory, `expected-${store.stamps.size}`);
  await rm(file, { force: true });
  const lengths: number[] = [];
  for (const path of paths) {
    const text = await getChecked(setpoint, store, path);
    await appendFile(file, text);
    lengths.push(Buffer.byteLength(text));
  }
  return planFor(run, setpoint, {
    method: 'GET',
    paths,
    connections: 32,
    expectStatus: 200,
    expectBodies: { file, lengths },
    headers: { authorization: `Bearer ${setpoint.token}` },
  });
}

// Random ids, so their order has nothing to do with the order of storage.
function scattered(store: SeededStore): string[] {
  return [...store.stamps.keys()].toSorted((a, b) => (a.slice(-12) < b.slice(-12) ? -1 : 1));
}
