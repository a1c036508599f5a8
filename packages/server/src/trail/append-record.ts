import { type Actor, SERVICE_ACTOR } from '@setpoint/contract';
import { sql } from 'kysely';
import { readBy } from '../store/fields.ts';
import type { DialectName } from '../store/dialect-name.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { Done, State, Subject } from './deed.ts';

/** What is to be recorded of something that was done. */
export interface Recording extends Done {
  readonly action: string;
  readonly subject: Subject;
  readonly before?: State | undefined;
  readonly after?: State | undefined;
}

// The clock is that of the database, which is one for all nodes; with the head locked, it is later than that of the
// record before. The subquery keeps it one instant within a statement.
/** What records of the log itself are about. */
export const LOG = { kind: 'audit', id: 'log' } as const;

const OF_DIALECT = {
  sqlite: {
    now: sql<number>`cast(unixepoch('subsec') * 1000 as integer)`,
    instant: sql<string>`strftime('%Y-%m-%dT%H:%M:%fZ', at / 1000.0, 'unixepoch')`,
    hash: sql<string>`sha256_hex(previous || char(10) || record)`,
  },
  postgres: {
    now: sql<number>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`,
    instant: sql<string>`to_char(to_timestamp(at / 1000.0) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`,
    hash: sql<string>`encode(sha256(convert_to(previous || chr(10) || record, 'UTF8')), 'hex')`,
  },
} as const satisfies Record<DialectName, unknown>;

const headRow = statement<Record<never, never>>()(({ db }) => db.selectFrom('audit_head').select('id').forUpdate());

const nameOfClient = readBy('client', ['clientId'], ['clientName']);

type RecordParams = {
  action: string;
  actor: string;
  subject: string;
  rest: string;
};

// The database itself says the place, the instant and the hash of a record: nothing is asked while the head is locked,
// so what waits for it waits for no answer to a node that is busy.
const insertRecord = statement<RecordParams>()(({ db, dialect, param }) => {
  const { now, instant, hash } = OF_DIALECT[dialect];
  // One row even where the head is gone: its record is null then, and fails.
  const one = db.selectNoFrom(sql<number>`1`.as('one')).as('one');
  const head = db
    .selectFrom(one)
    .leftJoin('audit_head', (join) => join.onTrue())
    .select([sql<number>`sequence + 1`.as('sequence'), 'hash as previous', now.as('at')])
    .as('head');
  const written = db
    .selectFrom(head)
    .select(['sequence', 'previous', 'at'])
    .select(
      sql<string>`'{"sequence":' || sequence || ',"at":"' || ${instant} || '",' || ${text(param('rest'))}`.as('record'),
    )
    .as('written');
  return db
    .insertInto('audit_record')
    .columns(['sequence', 'at', 'action', 'actor', 'subject', 'record', 'hash'])
    .expression(
      db
        .selectFrom(written)
        .select(['sequence', 'at'])
        .select([
          text(param('action')).as('action'),
          text(param('actor')).as('actor'),
          text(param('subject')).as('subject'),
        ])
        .select(['record', hash.as('hash')]),
    );
});

// An end that did not move by one is null, and fails: what was not recorded is not done, though a trigger swallow it.
const moveHead = statement<Record<never, never>>()(({ db }) => {
  const next = db.selectFrom('audit_record').whereRef('audit_record.sequence', '=', sql`audit_head.sequence + 1`);
  return db.updateTable('audit_head').set({ sequence: next.select('sequence'), hash: next.select('hash') });
});

// Where nothing else says the type of a parameter.
function text(param: string) {
  return sql<string>`CAST(${param} AS text)`;
}

/** Holds the end of the log until the commit. */
export async function lockHead(tx: Tx): Promise<void> {
  await tx.lock(headRow, {});
}

/**
 * Writes what was done behind the last record. Others that record wait for the commit from here on, so it comes last in
 * a transaction.
 */
export function appendRecord(tx: Tx, recording: Recording): Promise<void> {
  return appendRecords(tx, [recording]);
}

/** Writes several, one behind the other. */
export async function appendRecords(tx: Tx, recordings: readonly Recording[]): Promise<void> {
  if (recordings.length === 0) return;
  const names = await namesOf(tx, recordings);
  await lockHead(tx);
  for (const recording of recordings) {
    const { by, action, subject } = recording;
    const actor = withName(by?.actor ?? SERVICE_ACTOR, names);
    const rest = restOf(recording, actor);
    await tx.run(insertRecord, { action, actor: keyOf(actor), subject: keyOf(subject), rest });
    await tx.run(moveHead, {});
  }
}

/** A record behind its place and its instant, which the database says. */
function restOf({ by, action, subject: { kind, id }, before, after }: Recording, actor: Actor): string {
  const [address, requestId] = [by?.address ?? null, by?.requestId ?? null];
  const states = { before: before ?? null, after: after ?? null };
  return JSON.stringify({ action, actor, address, requestId, subject: { kind, id }, ...states }).slice(1);
}

/** Names an actor or a subject in one text, by which records are found. */
export function keyOf({ kind, id }: Subject): string {
  return `${kind}:${id}`;
}

async function namesOf(tx: Tx, recordings: readonly Recording[]): Promise<ReadonlyMap<string, string>> {
  const actors = recordings.flatMap(({ by }) => by?.actor ?? []);
  const nameless = actors.filter(({ kind, name }) => kind === 'client' && name === undefined);
  const clientIds = [...new Set(nameless.map(({ id }) => id))];
  const rows = await Promise.all(clientIds.map((clientId) => tx.first(nameOfClient, { clientId })));
  return new Map(clientIds.flatMap((id, at) => (rows[at] === undefined ? [] : [[id, rows[at].clientName] as const])));
}

// A client may be gone when somebody reads of it.
function withName(actor: Actor, names: ReadonlyMap<string, string>): Actor {
  const found = actor.kind === 'client' && actor.name === undefined ? names.get(actor.id) : undefined;
  if (found === undefined) return actor;
  const { kind, id, ...rest } = actor;
  return { kind, id, name: found, ...rest };
}
