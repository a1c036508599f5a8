import type { AuditRecord } from '@setpoint/contract';
import { chainHash } from '@setpoint/server/testing/rooms/trail';
import type { TestStore } from '@setpoint/server/testing/open-test-store';

export interface StoredRow {
  sequence: number;
  at: number;
  action: string;
  actor: string;
  subject: string;
  record: string;
  hash: string;
}

interface Head {
  sequence: number;
  hash: string;
  forgotten_sequence: number;
  forgotten_hash: string;
}

type Query = TestStore['query'];

/** The tables of the audit log as whoever can write to the database sees them. */
export class StoredLog {
  rows: StoredRow[];
  head: Head | undefined;

  constructor(rows: readonly StoredRow[], head: Head | undefined) {
    this.rows = rows.map((row) => ({ ...row }));
    this.head = head === undefined ? undefined : { ...head };
  }

  static async read(query: Query): Promise<StoredLog> {
    const rows = await query('SELECT * FROM audit_record ORDER BY sequence');
    const [head] = await query('SELECT sequence, hash, forgotten_sequence, forgotten_hash FROM audit_head');
    const numbered = rows.map((row) => ({ ...row, sequence: Number(row['sequence']), at: Number(row['at']) }));
    const ends = { sequence: Number(head?.['sequence']), forgotten_sequence: Number(head?.['forgotten_sequence']) };
    return new StoredLog(numbered as unknown as StoredRow[], { ...head, ...ends } as Head);
  }

  async write(query: Query): Promise<void> {
    await query('DELETE FROM audit_record');
    for (const { sequence, at, action, actor, subject, record, hash } of this.rows) {
      const texts = [action, actor, subject, record, hash].map((text) => `'${text.replaceAll("'", "''")}'`).join();
      await query(
        `INSERT INTO audit_record (sequence, at, action, actor, subject, record, hash) VALUES (${sequence}, ${at}, ${texts})`,
      );
    }
    await query('DELETE FROM audit_head');
    if (this.head === undefined) return;
    const { sequence, hash, forgotten_sequence: forgotten, forgotten_hash: forgottenHash } = this.head;
    await query(
      `INSERT INTO audit_head (id, sequence, hash, forgotten_sequence, forgotten_hash) VALUES (1, ${sequence}, '${hash}', ${forgotten}, '${forgottenHash}')`,
    );
  }

  copy(): StoredLog {
    return new StoredLog(this.rows, this.head);
  }

  row(sequence: number): StoredRow {
    const row = this.rows.find((one) => one.sequence === sequence);
    if (row === undefined) throw new Error(`there is no record ${sequence}`);
    return row;
  }

  get last(): StoredRow {
    return this.row(this.rows.at(-1)?.sequence ?? 0);
  }

  said(sequence: number): AuditRecord {
    return JSON.parse(this.row(sequence).record) as AuditRecord;
  }

  /** Changes what a record says. */
  say(sequence: number, change: (record: AuditRecord) => void): void {
    const said = this.said(sequence);
    change(said);
    this.row(sequence).record = JSON.stringify(said);
  }

  /** It came from another address, as the record says now. */
  sayMoved(sequence: number): void {
    this.say(sequence, (record) => (record.address = '203.0.113.9'));
  }

  /** Hashes all anew from a record on, and moves the end there. */
  rehash(from: number): void {
    let previous = this.rows.find(({ sequence }) => sequence === from - 1)?.hash ?? '';
    for (const row of this.rows.filter(({ sequence }) => sequence >= from)) {
      row.hash = chainHash(previous, row.record);
      previous = row.hash;
    }
    this.moveEnd();
  }

  moveEnd(): void {
    const { sequence, hash } = this.last;
    if (this.head !== undefined) Object.assign(this.head, { sequence, hash });
  }

  /** Puts a record behind the last, chained as it must be. */
  append(record: Pick<AuditRecord, 'action' | 'subject'> & Partial<AuditRecord>): void {
    const { sequence, hash, at } = this.last;
    const by = { actor: { kind: 'service' as const, id: '' }, address: null, requestId: null };
    const { action, subject, after = null } = record;
    const place = { sequence: sequence + 1, at: new Date(at).toISOString() };
    const text = JSON.stringify({ ...place, action, ...by, subject, before: null, after });
    const columns = { action, actor: 'service:', subject: `${subject.kind}:${subject.id}` };
    this.rows.push({ sequence: sequence + 1, at, ...columns, record: text, hash: chainHash(hash, text) });
  }

  /** The sequences of the seals. */
  get seals(): number[] {
    return this.rows.filter(({ action }) => action === 'audit.sealed').map(({ sequence }) => sequence);
  }
}
