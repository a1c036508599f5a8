import { packageDemoRow } from './rows/package-demo-row.ts';
import { packageHttpRows } from './rows/package-http-rows.ts';
import { packageRestRow } from './rows/package-rest-row.ts';
import { packageSizeRow } from './rows/package-size-row.ts';
import { packageStartRow } from './rows/package-start-row.ts';
import type { Bench } from './run/run.ts';

/** What `npm run package` made, beside the sources that it was made of. */
export const packageBench: Bench = {
  name: 'package',
  title: 'The package',
  rows: (run) => [
    packageSizeRow(),
    packageStartRow(run),
    packageRestRow(run),
    packageDemoRow(run),
    ...packageHttpRows(run),
  ],
};
