import { type Actor, SERVICE_ACTOR } from '@setpoint/contract';
import { instantText } from '@setpoint/core';
import { sql } from 'kysely';
import { type DialectName, statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { chainHash } from './chain-hash.ts';
import type { Done, State, Subject } from './deed.ts';

/** What is to be recorded of something that was done. */
export interface Recording extends Done {
  readonly action: string;
  readonly subject: Subject;
  readonly before?: State | undefined;
  readonly after?: State | undefined;
}

// Of the database, which is one for all nodes; with the head locked, later than that of the record before.
const CLOCKS = {
  sqlite: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
  postgres: sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
} as const satisfies Record<DialectName, unknown>;

const headRow = statement<Record<never, never>>()(({ db }) => db.selectFrom('audit_head').select('id').forUpdate());

const headNow = statement<Record<never, never>>()(({ db, dialect }) =>
  db.selectFrom('audit_head').select(['sequence', 'hash', CLOCKS[dialect].as('now')]),
);

const nameOfClient = statement<{ clientId: string }>()(({ db, param }) =>
  db.selectFrom('client').select('client_name').where('client_id', '=', param('clientId')),
);

type RecordParams = {
  sequence: number;
  at: number;
  action: string;
  actor: string;
  subject: string;
  record: string;
  hash: string;
};

const insertRecord = statement<RecordParams>()(({ db, param }) =>
  db.insertInto('audit_record').values({
    sequence: param('sequence'),
    at: param('at'),
    action: param('action'),
    actor: param('actor'),
    subject: param('subject'),
    record: param('record'),
    hash: param('hash'),
  }),
);

const moveHead = statement<{ sequence: number; hash: string }>()(({ db, param }) =>
  db.updateTable('audit_head').set({ sequence: param('sequence'), hash: param('hash') }),
);

/** Holds the end of the log until the commit, and says where it is. */
export async function lockHead(tx: Tx): Promise<{ sequence: number; hash: string; now: number }> {
  await tx.lock(headRow, {});
  const head = await tx.first(headNow, {});
  if (head === undefined) throw new Error('the audit log has no head');
  return head;
}

/**
 * Writes what was done behind the last record. Others that record wait for the commit from here on, so it comes last in
 * a transaction.
 */
export async function appendRecord(tx: Tx, recording: Recording): Promise<void> {
  const { by = { actor: SERVICE_ACTOR }, action, subject, before, after } = recording;
  const actor = await withName(tx, by.actor);
  const head = await lockHead(tx);
  const sequence = head.sequence + 1;
  const record = JSON.stringify({
    sequence,
    at: instantText(head.now),
    action,
    actor,
    address: by.address ?? null,
    requestId: by.requestId ?? null,
    subject: { kind: subject.kind, id: subject.id },
    before: before ?? null,
    after: after ?? null,
  });
  const hash = chainHash(head.hash, record);
  const names = { action, actor: keyOf(actor), subject: keyOf(subject) };
  await tx.run(insertRecord, { sequence, at: head.now, ...names, record, hash });
  await tx.run(moveHead, { sequence, hash });
}

/** Names an actor or a subject in one text, by which records are found. */
export function keyOf({ kind, id }: Subject): string {
  return `${kind}:${id}`;
}

// A client may be gone when somebody reads of it.
async function withName(tx: Tx, actor: Actor): Promise<Actor> {
  if (actor.kind !== 'client' || actor.name !== undefined) return actor;
  const row = await tx.first(nameOfClient, { clientId: actor.id });
  if (row === undefined) return actor;
  const { kind, id, ...rest } = actor;
  return { kind, id, name: row.client_name, ...rest };
}
