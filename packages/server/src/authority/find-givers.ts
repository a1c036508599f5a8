import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '@setpoint/contract';
import { listOf } from '../store/list-of.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { keyOf } from '../trail/append-record.ts';
import type { State, Subject } from '../trail/deed.ts';

/** When something was given, and by whom, as the audit log has it. */
export interface Given {
  readonly since: string | null;
  readonly givenBy: Actor | null;
}

/** The part of a record that is read here. */
interface ReadRecord {
  readonly at: string;
  readonly actor: Actor;
  readonly before: State | null;
  readonly after: State | null;
}

const NOT_RECORDED: Given = { since: null, givenBy: null };

const lastOfEach = statement<{ subjects: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('audit_record')
    .select(['subject', 'record'])
    .where(
      'sequence',
      'in',
      db
        .selectFrom('audit_record')
        .select(({ fn }) => fn.max('sequence').as('sequence'))
        .where('subject', 'in', listOf(dialect, param('subjects')))
        .groupBy('subject'),
    ),
);

/** Who did last what the log knows of some subjects; what was forgotten because of its age is not in it. */
export async function findGivers(tx: Tx, subjects: readonly string[]): Promise<(subject: string) => Given> {
  const rows = await tx.all(lastOfEach, { subjects: JSON.stringify([...new Set(subjects)]) });
  const given = new Map<string, Given>(
    rows.flatMap(({ subject, record }) => {
      const { at, actor, after } = readRecord(record);
      return after === null ? [] : [[subject, { since: at, givenBy: actor }] as const];
    }),
  );
  return (subject) => given.get(subject) ?? NOT_RECORDED;
}

const LOOKED_THROUGH = 100;

const lastAbout = statement<{ subject: string }>()(({ db, param }) =>
  db
    .selectFrom('audit_record')
    .select('record')
    .where('subject', '=', param('subject'))
    .orderBy('sequence', 'desc')
    .limit(LOOKED_THROUGH),
);

const addition = statement<{ subject: string; action: string }>()(({ db, param }) =>
  db
    .selectFrom('audit_record')
    .select('record')
    .where('subject', '=', param('subject'))
    .where('action', '=', param('action'))
    .orderBy('sequence', 'desc')
    .limit(1),
);

/** Who added a subject. */
export async function findAdder(tx: Tx, subject: Subject): Promise<Actor | null> {
  const row = await tx.first(addition, { subject: keyOf(subject), action: `${subject.kind}.added` });
  return row === undefined ? null : readRecord(row.record).actor;
}

interface Listed {
  readonly subject: Subject;
  /** A list in what is recorded of the subject. */
  readonly list: string;
  /** By what one of its elements is known. */
  readonly key: string;
  readonly id: string;
}

/** Who made one of the things that a subject has what it is, if that is among the last that were done to the subject. */
export async function findGiverOf(tx: Tx, listed: Listed): Promise<Given> {
  for (const { record } of await tx.all(lastAbout, { subject: keyOf(listed.subject) })) {
    const { at, actor, before, after } = readRecord(record);
    // Of a long list a hash alone is recorded.
    if (before?.[listed.list] !== undefined && !Array.isArray(before[listed.list])) return NOT_RECORDED;
    const is = elementOf(after, listed);
    if (is !== undefined && !isDeepStrictEqual(elementOf(before, listed), is)) return { since: at, givenBy: actor };
  }
  return NOT_RECORDED;
}

function elementOf(state: State | null, { list, key, id }: Listed): unknown {
  const elements = state?.[list];
  if (!Array.isArray(elements)) return undefined;
  return elements.find((element: Readonly<Record<string, unknown>>) => element[key] === id);
}

// The service wrote it.
function readRecord(text: string): ReadRecord {
  return JSON.parse(text) as ReadRecord;
}
