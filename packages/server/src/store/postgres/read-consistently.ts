import type { QueryConfig } from 'pg';
import type { Transaction } from '../store.ts';
import { createPostgresTx } from './postgres-tx.ts';
import { failureOf, isAnswer, type Transacting } from './run-transaction.ts';

const TRY_AGAIN_FOR_MS = 1_000;
const TRY_AGAIN_AFTER_MS = 20;

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

  async function read<Input, Output>(transaction: Transaction<Input, Output>, input: Input): Promise<Output> {
    if (withSnapshot.has(transaction)) return readSnapshot(transaction, input);
    return readOnce(transaction, input).catch((cause: unknown) => {
      if (!(cause instanceof SecondStatement)) throw cause;
      withSnapshot.add(transaction);
      return readSnapshot(transaction, input);
    });
  }

  return async <Input, Output>(transaction: Transaction<Input, Output>, input: Input): Promise<Output> => {
    const giveUpAt = performance.now() + TRY_AGAIN_FOR_MS;
    for (;;) {
      try {
        return await read(transaction, input);
      } catch (cause) {
        // To read again does no harm: a connection that broke is nobody's business but ours.
        if (isAnswer(cause) || performance.now() >= giveUpAt) throw failureOf('not-applied', cause);
        await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_AFTER_MS));
      }
    }
  };
}

function refuseToWrite(): never {
  throw new Error('a read changes nothing');
}
