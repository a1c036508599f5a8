import type pg from 'pg';
import type { Transaction, Tx } from '../tx.ts';
import { beginAttempts } from './begin-attempts.ts';
import { dealTurns, FREELY, type Turns } from '../deal-turns.ts';
import { failureOf } from './failure-of.ts';
import { gatherReads } from './gather-reads.ts';
import { onWhoseBehalf } from '../on-behalf-of.ts';
import { queueByClient } from './queue-by-client.ts';
import { gatherStatements, plain } from './gather-statements.ts';
import { createPostgresTx } from './create-postgres-tx.ts';
import { isConflict } from './is-conflict.ts';
import { throwLost } from './lost-connection.ts';
import { CONNECT_WITHIN_MS } from './open-pool.ts';
import type { Transacting } from './run-transaction.ts';
import { isLongRead, isUrgentRead } from '../long-read.ts';
import { isAnswer, NotRun, PLAN_OUTDATED } from './statement-batch.ts';

const TRY_AGAIN_FOR_MS = 1_000;
const TRY_AGAIN_AFTER_MS = 20;
// Each time another statement has failed and is gone, or a connection has forgotten its plans.
const MOST_IN_VAIN = 16;

const BEGIN = plain('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
const COMMIT = plain('COMMIT');

class SecondStatement extends Error {}

// A snapshot keeps its connection over many turns of the event loop, a read of many rows for as long as the server
// takes: the rest is for single statements, which hardly take a turn, and for what is urgent.
const SHARE_FOR_SNAPSHOTS = 0.5;
const SHARE_FOR_LONG = 0.25;

/** How many reads of one caller are under way; more wait here, where they hold up nobody else. */
export const MOST_READS_OF_CALLER = 32;

interface Reading extends Transacting {
  readonly connections: number;
  /** Connections for what is urgent alone; left out, it stands beside all else. */
  readonly urgentPool?: pg.Pool;
  /** Whether who reads does not say itself how many reads are under way. */
  readonly isShared: boolean;
}

function placesOf(atOnce: number): Turns {
  const limit = { atOnce, waiting: Number.POSITIVE_INFINITY, patienceMs: CONNECT_WITHIN_MS };
  return dealTurns(limit, () => new Error(`no place came free within ${CONNECT_WITHIN_MS} ms`));
}

type AnyTransaction = Transaction<never, unknown>;

/**
 * Reads what is committed, as of one instant. A single statement is that by itself; a read that asks a
 * second one is begun again in a transaction with a snapshot, and the next time at once.
 */
export function createReader(by: Reading) {
  const placesFor = (share: number) =>
    by.isShared ? placesOf(Math.max(1, Math.floor(by.connections * share))) : FREELY;
  const urgent = { ...by, pool: by.urgentPool ?? by.pool };
  const places = placesFor(SHARE_FOR_SNAPSHOTS);
  const askShort = gatherReads(by.pool, FREELY);
  const askUrgent = gatherReads(urgent.pool, FREELY);
  const askLong = gatherReads(by.pool, placesFor(SHARE_FOR_LONG));
  const inTurnOfCaller = queueByClient(MOST_READS_OF_CALLER);
  const withSnapshot = new WeakSet<AnyTransaction>();

  async function readOnce<Input, Output>(transaction: Transaction<Input, Output>, input: Input): Promise<Output> {
    const askOnce = isUrgentRead(transaction) ? askUrgent : isLongRead(transaction) ? askLong : askShort;
    let asked = 0;
    return transaction(
      createPostgresTx(by.prepare, {
        ask(statement) {
          asked += 1;
          if (asked > 1) throw new SecondStatement();
          return askOnce(statement);
        },
        send: refuseToWrite,
        secrets: by.secrets,
      }),
      input,
    );
  }

  async function read<Input, Output>(transaction: Transaction<Input, Output>, input: Input): Promise<Output> {
    const inSnapshot = () => {
      const [place, from] = isUrgentRead(transaction) ? [FREELY, urgent] : [places, by];
      return readSnapshot(from, place, (tx) => transaction(tx, input));
    };
    if (withSnapshot.has(transaction)) return inSnapshot();
    return readOnce(transaction, input).catch((cause: unknown) => {
      if (!(cause instanceof SecondStatement)) throw cause;
      withSnapshot.add(transaction);
      return inSnapshot();
    });
  }

  return <Input, Output>(transaction: Transaction<Input, Output>, input: Input): Promise<Output> => {
    const work = () => readAgain(() => read(transaction, input));
    const caller = onWhoseBehalf();
    return caller === undefined || isUrgentRead(transaction) ? work() : inTurnOfCaller(caller, work);
  };
}

// To read again does no harm: what others did beside it, or to its connection, is nobody's business but ours.
async function readAgain<Output>(read: () => Promise<Output>): Promise<Output> {
  const giveUpAt = performance.now() + TRY_AGAIN_FOR_MS;
  const mayLoseAgain = beginAttempts();
  for (let inVain = 0; ;) {
    try {
      return await read();
    } catch (cause) {
      if (wasNotTried(cause) && inVain < MOST_IN_VAIN) inVain += 1;
      else if (!(await mayReadAgain(cause, giveUpAt, mayLoseAgain))) throw failureOf('not-applied', cause);
    }
  }
}

function wasNotTried(cause: unknown): boolean {
  return cause instanceof NotRun || (isAnswer(cause) && cause.code === PLAN_OUTDATED);
}

/** `giveUpAt` is for a connection that broke. */
async function mayReadAgain(cause: unknown, giveUpAt: number, mayLoseAgain: () => Promise<boolean>): Promise<boolean> {
  if (isConflict(cause)) return mayLoseAgain();
  if (isAnswer(cause) || performance.now() >= giveUpAt) return false;
  await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_AFTER_MS));
  return true;
}

async function readSnapshot<Output>(
  by: Transacting,
  places: Turns,
  work: (tx: Tx) => Promise<Output>,
): Promise<Output> {
  const giveBack = await places.take().catch(throwLost);
  const client = await by.pool.connect().catch((cause: unknown) => {
    giveBack();
    return throwLost(cause);
  });
  const ask = gatherStatements(client);
  const end = (isUsable: boolean) => {
    client.release(!isUsable);
    giveBack();
  };
  try {
    ask(BEGIN).catch(() => undefined);
    const output = await work(createPostgresTx(by.prepare, { ask, send: refuseToWrite, secrets: by.secrets }));
    // The caller need not wait for it.
    ask(COMMIT).then(
      () => end(true),
      () => end(false),
    );
    return output;
  } catch (cause) {
    end(false);
    throw cause;
  }
}

function refuseToWrite(): never {
  throw new Error('a read changes nothing');
}
