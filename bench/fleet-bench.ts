import { eventRow, largeLogRow } from './rows/event-rows.ts';
import { dayPlanRow, headroomRow, validateRow } from './rows/outlook-rows.ts';
import { portfolioDayRow, portfolioRow } from './rows/portfolio-row.ts';
import type { Bench } from './run/run.ts';
import { SeededStores } from './run/seeded-store.ts';

export const fleetBench: Bench = {
  name: 'fleet',
  title: 'The fleet interface, one node on one file',
  rows: (run) => {
    const stores = new SeededStores(run.directory);
    // The last one fills the log of a store, which must not cost the others anything.
    const rows = [validateRow, dayPlanRow, headroomRow, portfolioRow, portfolioDayRow, eventRow, largeLogRow];
    return rows.map((row) => row(run, stores));
  },
};
