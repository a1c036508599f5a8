import type { SiteId } from '@setpoint/contract';
import type { ReadableStore } from '../store/store.ts';
import { type BatchBody, type BatchKind, readBatch } from './read-batch.ts';
import { type CsvQuery, needsZone, readCsvBatch } from './read-csv-batch.ts';
import { mayNameDay, readTimeZone } from './read-time-zone.ts';

interface Reading {
  readonly store: ReadableStore;
  readonly siteId: SiteId;
}

interface Written {
  readonly bytes: Buffer;
  /** Of a body in CSV. */
  readonly query: CsvQuery | undefined;
  readonly kind: BatchKind;
}

/** Reads a batch in JSON or CSV; a day that names no time zone is in that of the site. */
export async function readWrittenBatch(
  { store, siteId }: Reading,
  { bytes, query, kind }: Written,
): Promise<BatchBody> {
  const isLocal = query === undefined ? kind !== 'whole' && mayNameDay(bytes) : needsZone(query);
  const timeZone = isLocal ? await store.read(readTimeZone, { siteId }) : undefined;
  if (query !== undefined) return readCsvBatch(bytes, { query, timeZone });
  return readBatch(bytes, { kind, timeZone });
}
