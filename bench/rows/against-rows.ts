import { compare, type Comparison } from '../run/compare.ts';
import { runLoad } from '../run/run-load.ts';
import { planFor, type Finding, type Row, type Run } from '../run/run.ts';
import { SITES_PATH, sitePath, type SeededStore, type SeededStores } from '../run/seeded-store.ts';
import { startSetpoint, type Setpoint } from '../run/start-setpoint.ts';
import { POSTERS, postChecked } from './post-rows.ts';

/** This version and another, each over stores that it has seeded itself. */
export interface Versions {
  ours: SeededStores;
  theirs: SeededStores;
}

type Load = (running: { setpoint: Setpoint; store: SeededStore }) => ReturnType<typeof runLoad>;

const SITES = 1_000;

export function againstRows(run: Run, versions: Versions): Row[] {
  const get = (connections: number, pathOf: (store: SeededStore) => string): Load => {
    return ({ setpoint, store }) => {
      const headers = { authorization: `Bearer ${setpoint.token}` };
      const load = { method: 'GET', paths: [pathOf(store)], connections, headers } as const;
      return runLoad(planFor(run, setpoint, { ...load, expectStatus: 200 }));
    };
  };
  const health: Load = ({ setpoint }) =>
    runLoad(
      planFor(run, setpoint, { method: 'GET', paths: ['/api/v1/public/health'], connections: 32, expectStatus: 204 }),
    );
  const post: Load = ({ setpoint, store }) =>
    postChecked(run, { setpoint, store, siteIds: [...store.stamps.keys()].slice(0, POSTERS) });
  const row = (name: string, title: string, load: Load): Row => {
    return { name: `against-${name}`, title, measure: () => measureBoth(run, versions, load) };
  };
  return [
    row('health', 'GET health', health),
    row(
      'site',
      'GET one site, 2 commands of 96 entries',
      get(32, ({ stamps }) => sitePath([...stamps.keys()][0] ?? '')),
    ),
    row(
      'sites',
      'GET sites, 1,000 such sites',
      get(4, () => SITES_PATH),
    ),
    row('post', 'POST 1 command of 96 entries, 64 connections', post),
  ];
}

async function measureBoth(run: Run, { ours, theirs }: Versions, load: Load): Promise<Finding> {
  const [store, theirStore] = [await ours.of(SITES), await theirs.of(SITES)];
  const pairs: Comparison[] = [];
  for (let round = 0; round < run.rounds; round += 1) {
    // Two processes of the same code differ by a seventh: one pair alone says nothing.
    await using setpoint = await startSetpoint(store.dataDir, { program: ours.program });
    await using theirSetpoint = await startSetpoint(theirStore.dataDir, { program: theirs.program });
    const contenders = {
      ours: () => load({ setpoint, store }),
      reference: () => load({ setpoint: theirSetpoint, store: theirStore }),
    };
    pairs.push(await compare(contenders, 1));
  }
  const middle = pairs.toSorted((one, other) => one.ratio - other.ratio)[pairs.length >> 1];
  if (middle === undefined) throw new Error('no rounds, no figures');
  return { kind: 'compared', comparison: middle, atLeast: 0.97, aim: 1 };
}
