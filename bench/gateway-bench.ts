import { planRow } from './rows/plan-row.ts';
import { pushMqttRow, pushPollRow } from './rows/push-rows.ts';
import { reportsRow } from './rows/reports-row.ts';
import { reconnectRow, tenThousandRow } from './rows/ten-thousand-rows.ts';
import type { Bench } from './run/run.ts';
import { SeededStores } from './run/seeded-store.ts';

const ROWS = [pushMqttRow, pushPollRow, tenThousandRow, reconnectRow, reportsRow, planRow];

export const gatewayBench: Bench = {
  name: 'gateway',
  title: 'Controllers, one node on one file',
  rows: (run) => {
    const stores = new SeededStores(run.directory);
    return ROWS.map((row) => row(run, stores));
  },
};
