import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { getChecked } from '../run/check-posted.ts';
import { compare } from '../run/compare.ts';
import { runLoad } from '../run/run-load.ts';
import { planFor, type Finding, type Row, type Run } from '../run/run.ts';
import { SITES_PATH, sitePath, type SeededStores } from '../run/seeded-store.ts';
import { startServer } from '../run/start-server.ts';
import { startSetpoint } from '../run/start-setpoint.ts';

const NO_CONTENT = fileURLToPath(import.meta.resolve('../references/no-content.ts'));
const SAME_BYTES = fileURLToPath(import.meta.resolve('../references/same-bytes.ts'));

export function healthRow(run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const { dataDir } = await stores.of(10);
    await using ours = await startSetpoint(dataDir);
    await using reference = await startServer({ args: [NO_CONTENT] });
    const load = { method: 'GET', paths: ['/api/v1/public/health'], connections: 32, expectStatus: 204 } as const;
    const comparison = await compare(
      { ours: () => runLoad(planFor(run, ours, load)), reference: () => runLoad(planFor(run, reference, load)) },
      run.rounds,
    );
    return { kind: 'compared', comparison, atLeast: 0.7, aim: 0.85 };
  };
  return { name: 'health', title: 'GET health', measure };
}

export function siteRow(run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const { stamps } = await stores.of(1_000);
    const [siteId = ''] = stamps.keys();
    const comparison = await compareBytes(run, stores, { path: sitePath(siteId), connections: 32 });
    return { kind: 'compared', comparison, atLeast: 0.5, aim: 0.8 };
  };
  return { name: 'site', title: 'GET one site, 2 commands of 96 entries, verified token', measure };
}

export function sitesRow(run: Run, stores: SeededStores): Row {
  const measure = async (): Promise<Finding> => {
    const comparison = await compareBytes(run, stores, { path: SITES_PATH, connections: 4 });
    return { kind: 'compared', comparison, atLeast: 0.3, aim: 0.5 };
  };
  return { name: 'sites', title: 'GET sites, 1,000 such sites', measure };
}

async function compareBytes(
  run: Run,
  stores: SeededStores,
  { path, connections }: { path: string; connections: number },
) {
  const store = await stores.of(1_000);
  await using ours = await startSetpoint(store.dataDir);
  const text = await getChecked(ours, store, path);
  const file = join(run.directory, 'expected-body');
  await writeFile(file, text);
  await using reference = await startServer({ args: [SAME_BYTES, file] });
  const load = {
    method: 'GET',
    paths: [path],
    connections,
    expectStatus: 200,
    expectBodies: { file, lengths: [Buffer.byteLength(text)] },
    headers: { authorization: `Bearer ${ours.token}` },
  } as const;
  return await compare(
    { ours: () => runLoad(planFor(run, ours, load)), reference: () => runLoad(planFor(run, reference, load)) },
    run.rounds,
  );
}
