import { appendAuditEvent } from '../events/append-events.ts';
import { appendRecord, lockHead, LOG } from '../trail/append-record.ts';
import { alteredParts, AT_TEXT, parseRecord, ROW_COLUMNS } from '../trail/altered-parts.ts';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { Place } from './list-records.ts';

/** A place in the log, signed. */
interface Seal extends Place {
  /** The record of the seal before it: one that is lost shows. */
  readonly previous: Place | null;
  readonly keyId: string;
  /** The public key, as a JSON Web Key: the log outlives the keys of the service. */
  readonly key: Readonly<Record<string, unknown>>;
  /** A JWS of the sequence, the hash and the seal before, in the compact form. */
  readonly signature: string;
}

const SEALED = 'audit.sealed';

const head = statement<Record<never, never>>()(({ db }) => db.selectFrom('audit_head').select(['sequence', 'hash']));

const lastSeal = statement<Record<never, never>>()(({ db }) =>
  db
    .selectFrom('audit_record')
    .select(ROW_COLUMNS)
    .select(AT_TEXT)
    .where('action', '=', SEALED)
    .orderBy('sequence', 'desc')
    .limit(1),
);

/** Where the log ends, and when it was sealed last. */
export async function readSealing(tx: Tx) {
  const [end, row] = [await tx.first(head, {}), await tx.first(lastSeal, {})];
  if (end === undefined) throw new Error('the audit log has no head');
  if (row === undefined) return { end, last: undefined };
  // One that was altered says nothing of when: the log is sealed anew.
  const at = alteredParts(row).length === 0 ? Date.parse(parseRecord(row.record)?.at ?? '') : 0;
  return { end, last: { sequence: row.sequence, hash: row.hash, at } };
}

interface SealLogInput {
  readonly seal: Seal;
  readonly notAfter: number;
  readonly now: number;
}

/** Writes a seal behind what it seals, and tells of it, unless another node was faster. */
export const sealLog = defineWrite({
  name: 'sealLog',
  only: 'chosen',
  record: 'by itself: a seal is a record',
  run: async (tx: Tx, { seal, notAfter, now }: SealLogInput): Promise<void> => {
    await lockHead(tx);
    const last = await tx.first(lastSeal, {});
    if (last !== undefined && last.sequence > notAfter) return;
    const { sequence, hash, signature, keyId } = seal;
    const event = { type: SEALED, data: { sequence, hash, seal: signature, keyId } } as const;
    await appendAuditEvent(tx, { now, event });
    await appendRecord(tx, { action: SEALED, subject: LOG, after: { ...seal } });
  },
});
