import type { AuditPlace, AuditRecord } from '@setpoint/contract';
import { listRecords } from '../src/audit/list-records.ts';
import type { Store } from '../src/store/store.ts';

type Query = (text: string) => Promise<Readonly<Record<string, unknown>>[]>;

const EVER = { order: 'oldest', after: undefined, limit: 100_000 } as const;

/** All records of a store, oldest first, and where its log ends. */
export async function readRecords(store: Store): Promise<{ records: AuditRecord[]; end: AuditPlace }> {
  const { records, end } = await store.read(listRecords, EVER);
  return { records: records.map(({ record, hash }) => ({ ...(JSON.parse(record) as AuditRecord), hash })), end };
}

/** The same, past any store. */
export async function readRecordsIn(query: Query): Promise<{ records: AuditRecord[]; end: AuditPlace }> {
  const rows = await query('SELECT record, hash FROM audit_record ORDER BY sequence');
  const [end] = await query('SELECT sequence, hash FROM audit_head');
  return {
    records: rows.map(({ record, hash }) => ({ ...(JSON.parse(String(record)) as AuditRecord), hash: String(hash) })),
    end: { sequence: Number(end?.['sequence']), hash: String(end?.['hash']) },
  };
}
