import { postgresSiteRow, postgresSitesMemoryRow, postgresSitesRow } from './rows/postgres-get-rows.ts';
import { hotSiteRow, postgresPostRow } from './rows/postgres-post-rows.ts';
import { postgresPushRow } from './rows/postgres-push-row.ts';
import { postgresStores } from './run/postgres-stores.ts';
import type { Bench } from './run/run.ts';

const ROWS = [postgresPostRow, hotSiteRow, postgresSiteRow, postgresSitesRow, postgresSitesMemoryRow, postgresPushRow];

export const postgresBench: Bench = {
  name: 'postgres',
  title: 'PostgreSQL, two nodes',
  rows: (run) => {
    const stores = postgresStores(run);
    return ROWS.map((row) => row(run, stores));
  },
};
