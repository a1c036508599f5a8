import { join } from 'node:path';
import { againstRows } from './rows/against-rows.ts';
import type { Bench } from './run/run.ts';
import { SeededStores } from './run/seeded-store.ts';

/** Both versions run side by side and take turns, in new processes each round; the round in the middle counts. */
export const againstBench: Bench = {
  name: 'against',
  title: 'This version against another',
  rows: (run) => {
    const { against } = run;
    if (against === undefined)
      throw new Error('name the other version: --against CHECKOUT/packages/cli/bin/setpoint.js');
    const ours = new SeededStores(join(run.directory, 'ours'));
    const theirs = new SeededStores(join(run.directory, 'theirs'), { program: against });
    return againstRows(run, { ours, theirs });
  },
};
