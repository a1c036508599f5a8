import type { SqlValue, Statement } from './statement.ts';
import type { writes } from '../writes.ts';

/** What a named transaction works with: compiled statements inside one database transaction. */
export interface Tx {
  all<Params extends Record<string, SqlValue>, Row>(statement: Statement<Params, Row>, params: Params): Promise<Row[]>;
  first<Params extends Record<string, SqlValue>, Row>(
    statement: Statement<Params, Row>,
    params: Params,
  ): Promise<Row | undefined>;
  /** Changes something; that it failed may be known only at the commit, which fails with it. */
  run<Params extends Record<string, SqlValue>>(statement: Statement<Params, unknown>, params: Params): Promise<void>;
  /** Holds the rows of a statement until the commit, where others could write beside this transaction. */
  lock<Params extends Record<string, SqlValue>>(statement: Statement<Params, unknown>, params: Params): Promise<void>;
}

export type Transaction<Input, Output> = (tx: Tx, input: Input) => Promise<Output>;

type Writes = typeof writes;
export type WriteName = keyof Writes;
export type WriteInput<Name extends WriteName> = Parameters<Writes[Name]>[1];
export type WriteOutput<Name extends WriteName> = Awaited<ReturnType<Writes[Name]>>;

export interface Store {
  /** Runs a named transaction; resolves once its effect is durable. */
  write<Name extends WriteName>(name: Name, input: WriteInput<Name>): Promise<WriteOutput<Name>>;
  /** Runs short statements that see every write acknowledged before. */
  read<Input, Output>(transaction: Transaction<Input, Output>, input: Input): Promise<Output>;
  /** Writes accepted and not yet answered. */
  waitingWrites(): number;
  /** Finishes what was accepted, then lets go of the database. */
  close(): Promise<void>;
}

/** A write or read that failed for no fault of its input; `outcome` says what became of it. */
export class StoreFailure extends Error {
  override readonly name = 'StoreFailure';
  readonly outcome: 'not-applied' | 'unknown';

  constructor(outcome: 'not-applied' | 'unknown', message: string, options?: ErrorOptions) {
    super(message, options);
    this.outcome = outcome;
  }
}
