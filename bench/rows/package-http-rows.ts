import { join } from 'node:path';
import { compare, type Comparison } from '../run/compare.ts';
import type { Row, Run } from '../run/run.ts';
import { SeededStores } from '../run/seeded-store.ts';
import { SOURCES, startSetpoint } from '../run/start-setpoint.ts';
import { middleOf, SITES, turns } from './against-rows.ts';

// Two processes of the same code differ by up to a seventh: many pairs, each for a short while, say more than few.
const PAIRS_A_ROUND = 2;
const MOST_MS = 500;

/** What the sources answer, and what is made of them; each pair of processes takes all turns. */
export function packageHttpRows(run: Run): Row[] {
  const short = { ...run, warmUpMs: Math.min(run.warmUpMs, MOST_MS), measureMs: Math.min(run.measureMs, MOST_MS) };
  let measured: ReturnType<typeof measureAll> | undefined;
  const measureOnce = () => (measured ??= measureAll(short));
  return turns(short).map(({ name, title }) => {
    const measure = async () => middleOf((await measureOnce()).get(name) ?? []);
    return { name: `package-${name}`, title: `${title}; reference: the sources`, measure };
  });
}

async function measureAll(run: Run): Promise<ReadonlyMap<string, readonly Comparison[]>> {
  const ours = await new SeededStores(join(run.directory, 'packed-http')).of(SITES);
  const theirs = await new SeededStores(join(run.directory, 'sources-http'), { program: SOURCES }).of(SITES);
  const measured = new Map<string, Comparison[]>(turns(run).map(({ name }) => [name, []]));
  for (let pair = 0; pair < run.rounds * PAIRS_A_ROUND; pair += 1) {
    await using packed = await startSetpoint(ours.dataDir);
    await using sources = await startSetpoint(theirs.dataDir, { program: SOURCES });
    for (const { name, load } of turns(run)) {
      const contenders = {
        ours: () => load({ setpoint: packed, store: ours }),
        reference: () => load({ setpoint: sources, store: theirs }),
      };
      measured.get(name)?.push(await compare(contenders, 1));
    }
  }
  return measured;
}
