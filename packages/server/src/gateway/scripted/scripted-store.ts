import type { Write } from '../../store/define-write.ts';
import type { Store } from '../../store/store.ts';
import type { Transaction } from '../../store/tx.ts';

type Answer = (input: unknown) => Promise<unknown>;

/** An answer to one transaction, whichever way it is asked for. */
export interface Scripted {
  readonly to: unknown;
  readonly answer: Answer;
}

/** The answer has the types of the transaction, and only that asks for it. */
export function answering<Input, Output>(
  to: Write<Input, Output> | Transaction<Input, Output>,
  answer: (input: Input) => Promise<Output>,
): Scripted {
  return { to, answer: answer as Answer };
}

/** A store that remembers nothing and answers from a script. */
export function scriptedStore(script: readonly Scripted[]): Store {
  function ask<Output>(asked: unknown, input: unknown): Promise<Output> {
    const found = script.find(({ to }) => to === asked);
    if (found === undefined) throw new Error('The script has no answer to this.');
    return found.answer(input) as Promise<Output>;
  }
  return { write: ask, read: ask, waitingWrites: () => 0, close: () => Promise.resolve() };
}
