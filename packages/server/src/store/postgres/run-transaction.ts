import type pg from 'pg';
import type { SecretBox } from '../secrets/secret-box.ts';
import type { Tx } from '../tx.ts';
import { beginAttempts } from './begin-attempts.ts';
import { failureOf, isAway } from './failure-of.ts';
import { type Ask, gatherStatements, plain } from './gather-statements.ts';
import { isConflict } from './is-conflict.ts';
import { LostConnection } from './lost-connection.ts';
import { COMMIT_WITHIN_MS } from './open-pool.ts';
import { createPostgresTx, type Preparer } from './create-postgres-tx.ts';
import { isAnswer, type NamedStatement, NotRun, PLAN_OUTDATED, type StatementResult } from './statement-batch.ts';

export interface Transacting {
  readonly pool: pg.Pool;
  readonly prepare: Preparer;
  readonly secrets: SecretBox;
  /** Told how long a transaction took, from its beginning to its commit. */
  readonly onCommit?: ((tookMs: number) => void) | undefined;
}

const MOST_ATTEMPTS = 4;
const BEGIN = plain('BEGIN');
const COMMIT = plain('COMMIT');
const ROLLBACK = plain('ROLLBACK');

/**
 * Runs a transaction and resolves once its commit is durable. What the server undid because of somebody
 * beside it is run again; it then decides on what that one left behind.
 */
export async function runTransaction<Output>(by: Transacting, work: (tx: Tx) => Promise<Output>): Promise<Output> {
  const mayLoseAgain = beginAttempts();
  for (let attempt = 1; ;) {
    const startedAt = performance.now();
    const outcome = await tryTransaction(by, work);
    if (outcome.kind === 'committed') {
      by.onCommit?.(performance.now() - startedAt);
      return outcome.output;
    }
    const { cause, isCommitOpen } = outcome;
    if (isCommitOpen) throw failureOf('unknown', cause);
    if (isOvertaken(cause) && attempt < MOST_ATTEMPTS) attempt += 1;
    else if (!isConflict(cause) || !(await mayLoseAgain())) throw failureOf('not-applied', cause);
  }
}

type Outcome<Output> =
  | { readonly kind: 'committed'; readonly output: Output }
  | { readonly kind: 'failed'; readonly cause: unknown; readonly isCommitOpen: boolean };

async function tryTransaction<Output>(by: Transacting, work: (tx: Tx) => Promise<Output>): Promise<Outcome<Output>> {
  const connected = await by.pool.connect().catch((cause: unknown) => ({ cause: new LostConnection(cause) }));
  if ('cause' in connected) return { kind: 'failed', cause: connected.cause, isCommitOpen: false };
  const client = connected;
  const pending: Promise<StatementResult>[] = [];
  const ask = gatherStatements(client);
  const send = (statement: NamedStatement) => {
    const sent = ask(statement);
    // It is looked at together with the commit.
    sent.catch(() => undefined);
    pending.push(sent);
  };
  try {
    send(BEGIN);
    const output = await work(createPostgresTx(by.prepare, { ask, send, secrets: by.secrets }));
    const failed = await commit(client, ask, pending);
    if (failed === undefined) {
      client.release();
      return { kind: 'committed', output };
    }
    if (failed.isCommitOpen || isAway(failed.cause)) client.release(true);
    else await rollBack(client, ask);
    return { kind: 'failed', ...failed };
  } catch (cause) {
    // The first statement that failed says why; those behind it only that something did.
    const [first = cause] = await failuresOf(pending);
    const reason = reasonOf(first);
    if (isAway(reason)) client.release(true);
    else await rollBack(client, ask);
    return { kind: 'failed', cause: reason, isCommitOpen: false };
  }
}

// The commit leaves with the last statements: where one of them fails, it is not run.
async function commit(client: pg.PoolClient, ask: Ask, pending: readonly Promise<StatementResult>[]) {
  let warning: Error | undefined;
  const onNotice = (notice: pg.DatabaseError | { message?: string | undefined }) => {
    warning = new Error(`the commit came with a warning: ${notice.message ?? ''}`);
  };
  client.on('notice', onNotice);
  const [committed] = await Promise.allSettled([ask(COMMIT, COMMIT_WITHIN_MS)]);
  client.off('notice', onNotice);
  const [failed] = await failuresOf(pending);
  if (failed !== undefined && isAnswer(failed)) return { cause: failed, isCommitOpen: false };
  if (committed.status === 'rejected') {
    const cause = reasonOf(committed.reason);
    return { cause, isCommitOpen: !isAnswer(cause) };
  }
  // A wait for a standby that was broken off reports success, with a warning.
  if (warning !== undefined) return { cause: warning, isCommitOpen: true };
  if (committed.value.command === 'COMMIT') return undefined;
  return { cause: new Error('the transaction was rolled back'), isCommitOpen: false };
}

function reasonOf(cause: unknown): unknown {
  return cause instanceof NotRun ? cause.cause : cause;
}

async function failuresOf(pending: readonly Promise<StatementResult>[]): Promise<unknown[]> {
  const settled = await Promise.allSettled(pending);
  return settled.flatMap((one) => (one.status === 'rejected' ? [reasonOf(one.reason)] : []));
}

// A connection on which this fails is not used again; the server then rolls back by itself.
async function rollBack(client: pg.PoolClient, ask: Ask): Promise<void> {
  const rolledBack = await ask(ROLLBACK).then(
    () => true,
    () => false,
  );
  client.release(!rolledBack);
}

const UNIQUE_VIOLATION = '23505';
const FOREIGN_KEY_VIOLATION = '23503';
const OVERTAKEN = new Set([UNIQUE_VIOLATION, FOREIGN_KEY_VIOLATION, PLAN_OUTDATED]);

// It decided on what is there no more, and goes well at once if that is all.
function isOvertaken(cause: unknown): boolean {
  return isAnswer(cause) && OVERTAKEN.has(cause.code ?? '');
}
