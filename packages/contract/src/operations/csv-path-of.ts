import type { Operation } from './operation.ts';

const CSV = 'text/csv';

/** Where an operation is served as CSV, whatever a request says that it has or accepts; undefined for one in JSON alone. */
export function csvPathOf({ path, success, requestAlsoAs }: Operation): string | undefined {
  const isTable = success.alsoAs?.mediaType === CSV || requestAlsoAs?.mediaType === CSV;
  return isTable ? `${path}.csv` : undefined;
}
