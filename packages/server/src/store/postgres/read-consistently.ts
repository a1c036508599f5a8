import type { QueryConfig } from 'pg';
import type { Transaction } from '../store.ts';
import { createPostgresTx } from './postgres-tx.ts';
import { failureOf, type Transacting } from './run-transaction.ts';

class SecondStatement extends Error {}

type AnyTransaction = Transaction<never, unknown>;

/**
 * Reads what is committed, as of one instant. A single statement is that by itself; a read that asks a
 * second one is begun again in a transaction with a snapshot, and the next time at once.
 */
export function createReader(by: Transacting) {
  const withSnapshot = new WeakSet<AnyTransaction>();

  async function readOnce<Input, Output>(transaction: Transaction<Input, Output>, input: Input): Promise<Output> {
    let asked = 0;
    return transaction(
      createPostgresTx(by.prepare, {
        ask(query) {
          asked += 1;
          if (asked > 1) throw new SecondStatement();
          return by.pool.query(query);
        },
        send: refuseToWrite,
      }),
      input,
    );
  }

  async function readSnapshot<Input, Output>(transaction: Transaction<Input, Output>, input: Input): Promise<Output> {
    const client = await by.pool.connect();
    let isDone = false;
    try {
      const begun = client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      begun.catch(() => undefined);
      const ask = (query: QueryConfig) => client.query(query);
      const output = await transaction(createPostgresTx(by.prepare, { ask, send: refuseToWrite }), input);
      await client.query('COMMIT');
      isDone = true;
      return output;
    } finally {
      client.release(!isDone);
    }
  }

  return async <Input, Output>(transaction: Transaction<Input, Output>, input: Input): Promise<Output> => {
    try {
      if (withSnapshot.has(transaction)) return await readSnapshot(transaction, input);
      return await readOnce(transaction, input).catch((cause: unknown) => {
        if (!(cause instanceof SecondStatement)) throw cause;
        withSnapshot.add(transaction);
        return readSnapshot(transaction, input);
      });
    } catch (cause) {
      throw failureOf('not-applied', cause);
    }
  };
}

function refuseToWrite(): never {
  throw new Error('a read changes nothing');
}
