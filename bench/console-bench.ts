import { consoleLoadRow } from './rows/console-load-row.ts';
import { consoleMemoryRow } from './rows/console-memory-row.ts';
import { consoleScrollRow } from './rows/console-scroll-row.ts';
import { consoleTimelineRow } from './rows/console-timeline-row.ts';
import type { Bench } from './run/run.ts';
import { SeededStores } from './run/seeded-store.ts';

const ROWS = [consoleLoadRow, consoleTimelineRow, consoleScrollRow, consoleMemoryRow];

export const consoleBench: Bench = {
  name: 'console',
  title: 'The console in Chromium',
  rows: (run) => {
    const stores = new SeededStores(run.directory);
    return ROWS.map((row) => row(run, stores));
  },
};
