import type { ReadableStore } from '../store/store.ts';

/** What an answer is written as. */
export type WrittenAs = 'json' | 'csv';

/** What there is where answers are computed. */
export interface Computing {
  readonly store: ReadableStore;
  readonly writtenAs: WrittenAs;
  /** Lets others compute before the next part. */
  readonly turn: () => Promise<void>;
  /** The texts of what was computed before from the very same facts, or what `make` computes from them now. */
  readonly remembered: (facts: readonly unknown[], make: () => Iterable<string>) => Iterable<string>;
}

/** An answer that takes computing: made away from the event loop that serves everybody. */
export interface Answer<Input> {
  /** What the thread that computes knows it by. */
  readonly name: string;
  /** Whether it is a table too, for callers that ask for one. */
  readonly hasTable?: true;
  /** Whether it goes on to read while it is sent. */
  readonly readsOn?: true;
  /** Texts, part by part; what it throws before the first part is the answer. The input crosses to a thread. */
  make(by: Computing, input: Input): AsyncIterable<Iterable<string>>;
}

// A name alone crosses to the thread, and finds the input that belongs to it.
export type AnyAnswer = Answer<never>;
