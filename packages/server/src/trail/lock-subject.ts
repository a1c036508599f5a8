import { sql } from 'kysely';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { keyOf } from './append-record.ts';
import type { Subject } from './deed.ts';

const lockKey = statement<{ subject: string }>()(({ db, param }) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${param('subject')}, 0))`.as('locked')),
);

/** Lets no other node change what a record is about, from the read before until the commit. */
export async function lockSubject(tx: Tx, subject: Subject): Promise<void> {
  await tx.lock(lockKey, { subject: keyOf(subject) });
}
