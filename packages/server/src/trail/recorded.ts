import { isDeepStrictEqual } from 'node:util';
import type { Transaction, Tx } from '../store/tx.ts';
import { appendRecord } from './append-record.ts';
import type { Done, State, Subject } from './deed.ts';
import { lockSubject } from './lock-subject.ts';

/** What the audit log says of a write. */
export interface Recorded<Input, Output> {
  readonly subject: (input: Input) => Subject;
  /** What there is of the subject: read before the write and after it. */
  readonly read: (tx: Tx, input: Input) => Promise<State | undefined>;
  /** Left out: the kind of the subject, and whether it was added, changed or removed. */
  readonly action?: string;
  /** Whether something was done; left out, that is so where what there is of the subject is another one. */
  readonly did?: (output: Output) => boolean;
}

/** The record of a transaction in the audit log, where it did something. */
export function recorded<Input, Output>({ subject, read, action, did }: Recorded<Input, Output>) {
  return <Own extends Input, Result extends Output>(run: Transaction<Own, Result>): Transaction<Own & Done, Result> =>
    async (tx, input) => {
      const about = subject(input);
      await lockSubject(tx, about);
      const before = await read(tx, input);
      const output = await run(tx, input);
      const after = await read(tx, input);
      const isDone = did === undefined ? !isDeepStrictEqual(before, after) : did(output);
      if (!isDone) return output;
      const { by } = input;
      await appendRecord(tx, { by, action: action ?? verbOf(about, { before, after }), subject: about, before, after });
      return output;
    };
}

interface States {
  readonly before: State | undefined;
  readonly after: State | undefined;
}

/** What was done to a subject that there is, or was: it was added, changed or removed. */
export function verbOf({ kind }: Subject, { before, after }: States): string {
  return `${kind}.${before === undefined ? 'added' : after === undefined ? 'removed' : 'changed'}`;
}
