import { postgresDispatchRow } from './rows/dispatch-row.ts';
import { secondCorePostRow, secondCoreReadRow } from './rows/postgres-cores-rows.ts';
import { postgresCostRow } from './rows/postgres-cost-row.ts';
import { postgresSiteRow, postgresSitesMemoryRow, postgresSitesRow } from './rows/postgres-get-rows.ts';
import { hotSiteRow, postgresPostRow } from './rows/postgres-post-rows.ts';
import { postgresPushRow } from './rows/postgres-push-row.ts';
import { postgresRestRow } from './rows/rest-rows.ts';
import { postgresStores } from './run/postgres-stores.ts';
import type { Bench } from './run/run.ts';

const READS = [postgresSiteRow, postgresSitesRow, postgresSitesMemoryRow];
const ROWS = [
  postgresRestRow,
  postgresPostRow,
  hotSiteRow,
  ...READS,
  secondCoreReadRow,
  secondCorePostRow,
  postgresPushRow,
  postgresCostRow,
  postgresDispatchRow,
];

export const postgresBench: Bench = {
  name: 'postgres',
  title: 'PostgreSQL, two nodes',
  rows: (run) => {
    const stores = postgresStores(run);
    return ROWS.map((row) => row(run, stores));
  },
};
