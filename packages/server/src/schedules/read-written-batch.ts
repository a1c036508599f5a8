import type { SiteId } from '@setpoint/contract';
import type { ReadableStore } from '../store/store.ts';
import { type BatchBody, type BatchKind, readBatch } from './read-batch.ts';
import { type CsvQuery, needsZone, readCsvBatch } from './read-csv-batch.ts';
import { readBy } from '../store/fields.ts';
import type { Tx } from '../store/tx.ts';

const zoneOfSite = readBy('site', ['siteId'], ['timeZone']);

/** The time zone of a site; undefined if there is no such site. */
async function readTimeZone(tx: Tx, { siteId }: { readonly siteId: SiteId }): Promise<string | undefined> {
  return (await tx.first(zoneOfSite, { siteId }))?.timeZone;
}

/** Whether a body may speak of a day. */
function mayNameDay(bytes: Buffer): boolean {
  return bytes.includes('"day"');
}

interface Written {
  readonly bytes: Buffer;
  /** Of a body in CSV. */
  readonly query: CsvQuery | undefined;
  readonly kind: BatchKind;
}

/** Reads a batch in JSON or CSV; a day that names no time zone is in that of the site. */
export async function readWrittenBatch(
  { store, siteId }: { readonly store: ReadableStore; readonly siteId: SiteId },
  { bytes, query, kind }: Written,
): Promise<BatchBody> {
  const isLocal = query === undefined ? kind !== 'whole' && mayNameDay(bytes) : needsZone(query);
  const timeZone = isLocal ? await store.read(readTimeZone, { siteId }) : undefined;
  if (query !== undefined) return readCsvBatch(bytes, { query, timeZone });
  return readBatch(bytes, { kind, timeZone });
}
