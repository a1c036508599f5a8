import { getManySitesRow, postManySitesRow } from './rows/many-sites-rows.ts';
import { healthRow, siteRow, sitesRow } from './rows/get-rows.ts';
import { postCloudDiskRow, postRow } from './rows/post-rows.ts';
import { slowDiskRow } from './rows/slow-disk-row.ts';
import { slowReaderRow } from './rows/slow-reader-row.ts';
import { startRow } from './rows/start-row.ts';
import type { Bench } from './run/run.ts';
import { SeededStores } from './run/seeded-store.ts';

const ROWS = [
  healthRow,
  siteRow,
  sitesRow,
  postRow,
  postCloudDiskRow,
  getManySitesRow,
  postManySitesRow,
  slowReaderRow,
  slowDiskRow,
  startRow,
];

export const httpBench: Bench = {
  name: 'http',
  title: 'The public interface, one node on one file',
  rows: (run) => {
    const stores = new SeededStores(run.directory);
    return ROWS.map((row) => row(run, stores));
  },
};
