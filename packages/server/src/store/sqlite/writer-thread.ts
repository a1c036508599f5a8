import { once } from 'node:events';
import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import type { AnyWrite } from '../define-write.ts';
import { commitGroup, isHeavy, type Job, type JobResult, takeGroup, type Writer } from './commit-group.ts';
import type { MigrationProgress } from '../migrations/migration-progress.ts';
import { migrations } from '../migrations/migrations.ts';
import { migrateSqlite } from './migrate-sqlite.ts';
import { openForWriting } from './open-for-writing.ts';
import { createSecretBox, type SecretKey } from '../secrets/secret-box.ts';
import { countCommit, notePosition, type Position, refuseLost } from './lost-commits.ts';
import { openReserve, RESERVE_BYTES } from './open-reserve.ts';
import { createSqliteTx } from './create-sqlite-tx.ts';
import { AFTER_PORTFOLIO_AT_PAGES, CHECKPOINT_AT_PAGES, checkpointsWhenDue, runCheckpoint } from './run-checkpoint.ts';

// So much of what was acknowledged may be lost without a word, should the log be cut.
const AFTER_MS = 1_000;
// Writes of others are numbered from 1.
const COUNT: Job = { id: 0, write: countCommit, input: {} };

/** Counts that something was written, a second later and together with what is written then. */
function countCommits(databasePath: string, add: (job: Job) => void) {
  let due: NodeJS.Timeout | undefined;
  return {
    isDue: () => due !== undefined,
    /** Notes what was counted; answers with the results that somebody waits for. */
    noteIn(results: readonly JobResult[], isWritten: boolean): readonly JobResult[] {
      const asked = results.filter(({ id }) => id !== COUNT.id);
      const counted = results.find(({ id }) => id === COUNT.id);
      // That is what `countCommit` answers with.
      if (counted?.kind === 'done') notePosition(databasePath, counted.output as Position);
      if (isWritten && asked.length > 0) due ??= setTimeout(count, AFTER_MS).unref();
      return asked;
    },
  };
  function count(): void {
    due = undefined;
    add(COUNT);
  }
}

/** What the thread is told first, once the file is locked for this process. */
export interface WriterOpening {
  readonly databasePath: string;
  readonly secretKeys: readonly SecretKey[];
}

/** A write as it crosses to the thread: functions cannot, so the name stands for them. */
export interface SentJob {
  readonly id: number;
  readonly name: string;
  readonly input: unknown;
}

/** What the store sends to its writer from then on. */
export type ToWriter = { readonly kind: 'jobs'; readonly jobs: readonly SentJob[] } | { readonly kind: 'close' };

/** What the writer sends back. */
export type FromWriter =
  | { readonly kind: 'migrating'; readonly progress: MigrationProgress }
  | { readonly kind: 'ready' }
  | {
      readonly kind: 'results';
      readonly results: readonly JobResult[];
      readonly tookMs: number;
      readonly isWritten: boolean;
    }
  | { readonly kind: 'closed' };

async function runWriter(port: MessagePort, writesUrl: string): Promise<void> {
  const writes = (await import(writesUrl)) as Readonly<Record<string, AnyWrite>>;
  const [{ databasePath, secretKeys }] = (await once(port, 'message')) as [WriterOpening];
  const db = openForWriting(databasePath);
  refuseLost(db, databasePath);
  await migrateSqlite(db, migrations, (progress) =>
    port.postMessage({ kind: 'migrating', progress } satisfies FromWriter),
  );
  const runCheckpointWhenDue = checkpointsWhenDue(db);
  const inbox: Job[] = [];
  let isClosing = false;

  function known(name: string): AnyWrite {
    const write = writes[name];
    if (write === undefined) throw new Error(`${name} is missing from the writes of ${writesUrl}`);
    return write;
  }
  function take(message: ToWriter): void {
    if (message.kind === 'close') isClosing = true;
    else for (const { id, name, input } of message.jobs) inbox.push({ id, write: known(name), input });
  }
  function takeWaiting(room?: number): Job[] {
    for (let next = receiveMessageOnPort(port); next !== undefined; next = receiveMessageOnPort(port)) {
      take(next.message as ToWriter);
    }
    return takeGroup(inbox, room);
  }

  const writer = writerOn(db, { databasePath, secretKeys, takeWaiting });
  const countChanges = db.prepare('SELECT total_changes() AS changes');
  const counting = countCommits(databasePath, (job) => {
    inbox.push(job);
    void drain();
  });
  let isRunning = false;
  async function drain(): Promise<void> {
    if (isRunning) return;
    isRunning = true;
    for (let jobs = takeWaiting(); jobs.length > 0; jobs = takeWaiting()) {
      const { results, ...how } = await commitMeasured(writer, jobs, countChanges);
      const asked = counting.noteIn(results, how.isWritten);
      if (asked.length > 0) port.postMessage({ kind: 'results', results: asked, ...how } satisfies FromWriter);
      runCheckpointWhenDue(jobs.some(isHeavy) ? AFTER_PORTFOLIO_AT_PAGES : CHECKPOINT_AT_PAGES);
    }
    if (isClosing) return close();
    isRunning = false;
  }
  async function close(): Promise<void> {
    if (counting.isDue()) counting.noteIn(await commitGroup(writer, [COUNT]), false);
    runCheckpoint(db, 'TRUNCATE');
    db.close();
    port.postMessage({ kind: 'closed' } satisfies FromWriter);
    port.close();
  }

  port.on('message', (message: ToWriter) => {
    take(message);
    // Rejects only when a commit's outcome is open: the thread then dies, and the process with it.
    void drain();
  });
  port.postMessage({ kind: 'ready' } satisfies FromWriter);
}

async function commitMeasured(writer: Writer, jobs: readonly Job[], countChanges: StatementSync) {
  const startedAt = performance.now();
  const before = countChanges.get()?.['changes'];
  const results = await commitGroup(writer, jobs);
  const tookMs = performance.now() - startedAt;
  // A group that changed nothing wrote nothing, and succeeds on a disk that takes no write.
  const isWritten = results.some(({ kind }) => kind === 'done') && countChanges.get()?.['changes'] !== before;
  return { results, tookMs, isWritten };
}

function writerOn(
  db: DatabaseSync,
  { databasePath, secretKeys, takeWaiting }: WriterOpening & Pick<Writer, 'takeWaiting'>,
): Writer {
  const countSites = db.prepare('SELECT COUNT(*) AS sites FROM site');
  const { always, ofSite } = RESERVE_BYTES;
  const bytes = () => always + ofSite * Number(countSites.get()?.['sites']);
  const reserve = openReserve(`${databasePath}.reserve`, bytes);
  return { db, tx: createSqliteTx(db, createSecretBox(secretKeys)), takeWaiting, reserve };
}

if (parentPort !== null) await runWriter(parentPort, String(workerData));
