import type { DatabaseSync } from 'node:sqlite';
import type { AnyWrite } from '../define-write.ts';
import type { Tx } from '../tx.ts';
import type { Reserve } from './open-reserve.ts';
import { isDiskFull } from './is-disk-full.ts';
import { isInTransaction } from './is-in-transaction.ts';

/** One write on its way through the writer thread. */
export interface Job {
  readonly id: number;
  readonly write: AnyWrite;
  readonly input: unknown;
}

export type JobResult =
  | { readonly id: number; readonly kind: 'done'; readonly output: unknown }
  | { readonly id: number; readonly kind: 'failed'; readonly message: string; readonly isDiskFull: boolean };

export interface Writer {
  readonly db: DatabaseSync;
  readonly tx: Tx;
  /** What arrived since and fits into the room that a group has left. */
  takeWaiting(room: number): Job[];
  readonly reserve: Reserve;
}

const LARGEST_GROUP = 256;

/**
 * Takes from what waits as much as still fits a group. A heavy write begins one: those before it need not wait for
 * its 1,000 sites, and with other work before it, a copy of all that it changes would have to be kept.
 */
export function takeGroup(waiting: Job[], room = LARGEST_GROUP): Job[] {
  const hasBegun = room < LARGEST_GROUP;
  let count = 0;
  for (let left = room; count < waiting.length && left > 0; count += 1) {
    const job = waiting[count];
    if (job !== undefined && isHeavy(job) && (hasBegun || count > 0)) break;
    left -= job === undefined ? 0 : weightOf(job);
  }
  return waiting.splice(0, count);
}

/** Whether it writes many sites at once. */
export function isHeavy(job: Job): boolean {
  return weightOf(job) > 1;
}

function weightOf({ write, input }: Job): number {
  return write.weight(input);
}

/**
 * Runs what waits in one durable commit, each job in a savepoint of its own.
 * No result is known to anyone before the commit: a rejection too may rest on a neighbour's write.
 * Throws when the commit itself fails in a way that leaves its outcome open.
 */
export async function commitGroup(writer: Writer, first: readonly Job[]): Promise<JobResult[]> {
  const taken: Job[] = [];
  const results: JobResult[] = [];
  let isCommitting = false;
  try {
    writer.db.exec('BEGIN IMMEDIATE');
    let room = LARGEST_GROUP;
    for (let jobs = first; jobs.length > 0; jobs = room > 0 ? writer.takeWaiting(room) : []) {
      taken.push(...jobs);
      for (const job of jobs) room -= weightOf(job);
      for (const job of jobs) results.push(await runJob(writer, job, results.length === 0));
    }
    isCommitting = true;
    writer.db.exec('COMMIT');
    return results;
  } catch (cause) {
    if (isCommitting && !isDiskFull(cause)) throw cause;
    if (isInTransaction(writer.db)) writer.db.exec('ROLLBACK');
    return answerFailed(writer, taken.length > 0 ? taken : first, cause);
  }
}

// What was kept free is for stops alone: nobody else writes until there is as much room again.
async function answerFailed(writer: Writer, jobs: readonly Job[], cause: unknown): Promise<JobResult[]> {
  const stops = jobs.filter(isStop);
  const areAlone = stops.length === jobs.length;
  const isOver = !isDiskFull(cause) || stops.length === 0 || (!writer.reserve.spend() && areAlone);
  if (isOver) return jobs.map((job) => failure(job, cause));
  const others = jobs.filter((job) => !isStop(job)).map((job) => failure(job, cause));
  return [...others, ...(await commitGroup({ ...writer, takeWaiting: () => [] }, stops))];
}

function isStop({ write }: Job): boolean {
  return write.usesReserve;
}

// The first has nobody's work before it: undoing all is undoing its own. A savepoint keeps a copy of each page.
async function runJob({ db, tx, reserve }: Writer, job: Job, isFirst: boolean): Promise<JobResult> {
  if (!isStop(job)) reserve.demand();
  if (!isFirst) db.exec('SAVEPOINT job');
  try {
    const output = await job.write.run(tx, job.input);
    if (!isFirst) db.exec('RELEASE job');
    return { id: job.id, kind: 'done', output };
  } catch (cause) {
    // Some errors (a full disk among them) undo the whole transaction: then nobody's work is left.
    if (!isInTransaction(db) || isDiskFull(cause)) throw cause;
    db.exec(isFirst ? 'ROLLBACK; BEGIN IMMEDIATE' : 'ROLLBACK TO job; RELEASE job');
    return failure(job, cause);
  }
}

function failure(job: Job, cause: unknown): JobResult {
  const message = cause instanceof Error ? cause.message : String(cause);
  return { id: job.id, kind: 'failed', message, isDiskFull: isDiskFull(cause) };
}
