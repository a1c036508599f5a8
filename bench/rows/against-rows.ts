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

/** What both answer, one after the other. */
export interface Turn {
  readonly name: string;
  readonly title: string;
  readonly load: (running: { setpoint: Setpoint; store: SeededStore }) => ReturnType<typeof runLoad>;
}

export const SITES = 1_000;

export function turns(run: Run): readonly Turn[] {
  const get = (connections: number, pathOf: (store: SeededStore) => string): Turn['load'] => {
    return ({ setpoint, store }) => {
      const headers = { authorization: `Bearer ${setpoint.token}` };
      const load = { method: 'GET', paths: [pathOf(store)], connections, headers } as const;
      return runLoad(planFor(run, setpoint, { ...load, expectStatus: 200 }));
    };
  };
  const health: Turn['load'] = ({ setpoint }) =>
    runLoad(
      planFor(run, setpoint, { method: 'GET', paths: ['/api/v1/public/health'], connections: 32, expectStatus: 204 }),
    );
  const post: Turn['load'] = ({ setpoint, store }) =>
    postChecked(run, { setpoint, store, siteIds: [...store.stamps.keys()].slice(0, POSTERS) });
  const site = get(32, ({ stamps }) => sitePath([...stamps.keys()][0] ?? ''));
  return [
    { name: 'health', title: 'GET health', load: health },
    { name: 'site', title: 'GET one site, 2 commands of 96 entries', load: site },
    { name: 'sites', title: 'GET sites, 1,000 such sites', load: get(4, () => SITES_PATH) },
    { name: 'post', title: 'POST 1 command of 96 entries, 64 connections', load: post },
  ];
}

export function againstRows(run: Run, versions: Versions): Row[] {
  return turns(run).map(({ name, title, load }) => {
    return { name: `against-${name}`, title, measure: () => measureBoth(run, versions, load) };
  });
}

async function measureBoth(run: Run, { ours, theirs }: Versions, load: Turn['load']): Promise<Finding> {
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
  return middleOf(pairs);
}

export function middleOf(pairs: readonly Comparison[]): Finding {
  const middle = pairs.toSorted((one, other) => one.ratio - other.ratio)[pairs.length >> 1];
  if (middle === undefined) throw new Error('no rounds, no figures');
  return { kind: 'compared', comparison: middle, atLeast: 0.97, aim: 1 };
}
