import type { SecretBox } from './secrets/secret-box.ts';
import type { SqlValue, Statement } from './statement.ts';

/** What a named transaction works with: compiled statements inside one database transaction. */
export interface Tx {
  /** What secrets are closed with before they are stored. */
  readonly secrets: SecretBox;
  all<Params extends Record<string, SqlValue>, Row>(
    statement: Statement<Params, Row>,
    params: NoInfer<Params>,
  ): Promise<Row[]>;
  first<Params extends Record<string, SqlValue>, Row>(
    statement: Statement<Params, Row>,
    params: NoInfer<Params>,
  ): Promise<Row | undefined>;
  /** Changes something; that it failed may be known only at the commit, which fails with it. */
  run<Params extends Record<string, SqlValue>>(
    statement: Statement<Params, unknown>,
    params: NoInfer<Params>,
  ): Promise<void>;
  /** Holds the rows of a statement until the commit, where others could write beside this transaction. */
  lock<Params extends Record<string, SqlValue>>(
    statement: Statement<Params, unknown>,
    params: NoInfer<Params>,
  ): Promise<void>;
}

export type Transaction<Input, Output> = (tx: Tx, input: Input) => Promise<Output>;
