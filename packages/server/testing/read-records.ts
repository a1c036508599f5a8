import type { AuditPlace, AuditRecord } from '@setpoint/contract';
import { listRecords } from '../src/audit/list-records.ts';
import type { Store } from '../src/store/store.ts';

const EVER = { order: 'oldest', after: undefined, limit: 100_000 } as const;

/** All records of a store, oldest first, and where its log ends. */
export async function readRecords(store: Store): Promise<{ records: AuditRecord[]; end: AuditPlace }> {
  const { records, end } = await store.read(listRecords, EVER);
  return { records: records.map(({ record, hash }) => ({ ...(JSON.parse(record) as AuditRecord), hash })), end };
}
