import { dispatchRow } from './rows/dispatch-row.ts';
import { eventRow, largeLogRow } from './rows/event-rows.ts';
import { dayPlanRow, headroomRow, validateRow } from './rows/outlook-rows.ts';
import { portfolioDayRow, portfolioRow } from './rows/portfolio-row.ts';
import { restRow } from './rows/rest-rows.ts';
import type { Bench } from './run/run.ts';
import { SeededStores } from './run/seeded-store.ts';

export const fleetBench: Bench = {
  name: 'fleet',
  title: 'The fleet interface, one node on one file',
  rows: (run) => {
    const stores = new SeededStores(run.directory);
    // Portfolios leave the disk work for a while, and the last one fills the log of a store: the others come before.
    const first = [restRow, validateRow, dayPlanRow, headroomRow, eventRow, portfolioRow, portfolioDayRow];
    return [...first, dispatchRow, largeLogRow].map((row) => row(run, stores));
  },
};
