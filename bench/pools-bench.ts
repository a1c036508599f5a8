import { killedNodeRow } from './rows/killed-node-row.ts';
import { signalRow, twentyPoolsRow } from './rows/signal-rows.ts';
import { splitRow } from './rows/split-row.ts';
import { postgresStores } from './run/postgres-stores.ts';
import type { Bench } from './run/run.ts';
import { SeededStores } from './run/seeded-store.ts';

/** Many sites that are asked for power as one. */
export const poolsBench: Bench = {
  name: 'pools',
  title: 'Pools',
  rows: (run) => {
    const stores = new SeededStores(run.directory);
    return [splitRow(), signalRow(run, stores), twentyPoolsRow(run, stores), killedNodeRow(run, postgresStores(run))];
  },
};
