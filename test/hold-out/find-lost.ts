import { queryStore } from '../harness/query-store.ts';
import { queryDatabase } from '../../packages/server/src/store/postgres/query-database.ts';
import type { Acknowledged } from './post-to-controllers.ts';

/** Which of the acknowledged batches are not in the store of a service that was killed, at the version that it said. */
export async function findLost(store: string, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const text = 'SELECT batch_id, site_id, version FROM batch';
  const rows = store.startsWith('postgres') ? await queryDatabase(store, text) : await queryStore(store, text);
  const kept = new Map(rows.map((row) => [String(row['batch_id']), row]));
  return acknowledged.flatMap(({ batchId, siteId, version }) => {
    const row = kept.get(batchId);
    const isThere = row !== undefined && row['site_id'] === siteId && Number(row['version']) === version;
    return isThere ? [] : [`acknowledged batch ${batchId}, version ${version}, is lost or altered`];
  });
}
