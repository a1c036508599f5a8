import { hash } from 'node:crypto';
import { bindSlots, type Slot, type SqlValue, type Statement } from '../statement.ts';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { Tx } from '../tx.ts';
import type { Ask } from './gather-statements.ts';
import type { NamedStatement, StatementResult } from './statement-batch.ts';

interface Prepared {
  readonly name: string;
  readonly text: string;
  readonly slots: readonly Slot[];
}

type AnyStatement = Pick<Statement<never, never>, 'compile'>;

/** Turns statements into named ones, which the server plans once for each connection. */
export function createPreparer() {
  const known = new WeakMap<AnyStatement, Prepared>();

  function prepare(statement: AnyStatement): Prepared {
    const { sql: text, slots } = statement.compile('postgres');
    const prepared = { name: hash('sha1', text), text, slots };
    known.set(statement, prepared);
    return prepared;
  }
  return (statement: AnyStatement, params: Record<string, SqlValue>): NamedStatement => {
    const { name, text, slots } = known.get(statement) ?? prepare(statement);
    return { name, text, values: bindSlots(slots, params) };
  };
}

export type Preparer = ReturnType<typeof createPreparer>;

interface Sending {
  readonly ask: Ask;
  readonly send: (statement: NamedStatement) => void;
  readonly secrets: SecretBox;
}

/** Runs statements by `ask`; what returns no rows is handed to `send`, which need not wait for it. */
export function createPostgresTx(prepare: Preparer, { ask, send, secrets }: Sending): Tx {
  async function change<Params extends Record<string, SqlValue>>(
    statement: Statement<Params, unknown>,
    params: Params,
  ): Promise<void> {
    send(prepare(statement, params));
  }
  return {
    secrets,
    async all<Params extends Record<string, SqlValue>, Row>(statement: Statement<Params, Row>, params: Params) {
      return rowsAs<Row>(await ask(prepare(statement, params)));
    },
    async first<Params extends Record<string, SqlValue>, Row>(statement: Statement<Params, Row>, params: Params) {
      return rowsAs<Row>(await ask(prepare(statement, params))).at(0);
    },
    run: change,
    lock: change,
  };
}

// The row type was derived by Kysely from the very query that produced these rows.
function rowsAs<Row>({ rows }: StatementResult): Row[] {
  return [...rows] as Row[];
}
