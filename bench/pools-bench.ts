import { splitRow } from './rows/split-row.ts';
import type { Bench } from './run/run.ts';

/** Many sites that are asked for power as one. */
export const poolsBench: Bench = {
  name: 'pools',
  title: 'Pools',
  rows: () => [splitRow()],
};
