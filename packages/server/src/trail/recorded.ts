import { isDeepStrictEqual } from 'node:util';
import { sql } from 'kysely';
import { statement } from '../store/statement.ts';
import type { Transaction, Tx } from '../store/tx.ts';
import { appendRecord, keyOf } from './append-record.ts';
import type { Done, State, Subject } from './deed.ts';

/** What the audit log says of a write. */
export interface Recorded<Input, Output> {
  readonly subject: (input: Input) => Subject;
  /** What there is of the subject: read before the write and after it. */
  readonly look: (tx: Tx, input: Input) => Promise<State | undefined>;
  /** Left out: the kind of the subject, and whether it was added, changed or removed. */
  readonly action?: string;
  /** Whether something was done; left out, that is so where what there is of the subject is another one. */
  readonly did?: (output: Output) => boolean;
}

const lockSubject = statement<{ subject: string }>()(({ db, param }) =>
  db.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${param('subject')}, 0))`.as('locked')),
);

/** A transaction with its record in the audit log, where it did something. */
export function recorded<Input, Output>(
  { subject, look, action, did }: NoInfer<Recorded<Input, Output>>,
  run: Transaction<Input, Output>,
): Transaction<Input & Done, Output> {
  return async (tx, input) => {
    const about = subject(input);
    // Lest another node changes the same between the first look and the write.
    await tx.lock(lockSubject, { subject: keyOf(about) });
    const before = await look(tx, input);
    const output = await run(tx, input);
    const after = await look(tx, input);
    const isDone = did === undefined ? !isDeepStrictEqual(before, after) : did(output);
    if (!isDone) return output;
    const verb = before === undefined ? 'added' : after === undefined ? 'removed' : 'changed';
    const { by } = input;
    await appendRecord(tx, { by, action: action ?? `${about.kind}.${verb}`, subject: about, before, after });
    return output;
  };
}
