import { type RawBuilder, sql } from 'kysely';

/**
 * Whether a batch counts as kept. On PostgreSQL rows go with their partition, when all sites are done with it:
 * until then deleted batches are still there, and so is what was copied from there.
 */
export function isKeptBatch(siteId: unknown): RawBuilder<boolean> {
  const first = (column: 'epoch' | 'version') =>
    sql`COALESCE((SELECT ${sql.ref(column)} FROM kept_state WHERE kept_state.site_id = ${siteId} AND is_first = 1), 0)`;
  return sql`(batch.epoch, batch.version) > (${first('epoch')}, ${first('version')})`;
}
