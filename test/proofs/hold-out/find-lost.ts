import { queryStore } from '@setpoint/server/testing/query-store';
import { queryDatabase } from '@setpoint/server/testing/rooms/store';
import type { Acknowledged } from './post-to-controllers.ts';

/** Which of the acknowledged batches are not in the store of a service that was killed, at the version that it said. */
export async function findLost(store: string, acknowledged: readonly Acknowledged[]): Promise<string[]> {
  const rows = store.startsWith('postgres')
    ? await queryDatabase(
        store,
        textFor((id) => `CAST(${id} AS text)`),
      )
    : await queryStore(
        store,
        textFor((id) => `lower(hex(${id}))`),
      );
  const kept = new Map(rows.map((row) => [bare(row['batch_id']), row]));
  return acknowledged.flatMap(({ batchId, siteId, version }) => {
    const row = kept.get(bare(batchId));
    const isThere = row !== undefined && bare(row['site_id']) === bare(siteId) && Number(row['version']) === version;
    return isThere ? [] : [`acknowledged batch ${batchId}, version ${version}, is lost or altered`];
  });
}

function textFor(asText: (id: string) => string): string {
  return `SELECT ${asText('batch_id')} AS batch_id, ${asText('site_id')} AS site_id, version FROM batch`;
}

function bare(id: unknown): string {
  return String(id).replaceAll('-', '');
}
