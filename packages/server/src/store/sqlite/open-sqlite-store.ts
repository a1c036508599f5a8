import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import type { BegunWorker } from '../../wire/begin-worker.ts';
import { DISK_IS_FULL, type Store, StoreFailure } from '../store.ts';
import type { Transaction } from '../tx.ts';
import type { OnMigration } from '../migrations/migration-progress.ts';
import type { Write } from '../define-write.ts';
import type { JobResult } from './commit-group.ts';
import { lockStore, type StoreLock } from './lock-store.ts';
import { openForReading } from './open-for-writing.ts';
import { createSecretBox, type SecretKey } from '../secrets/secret-box.ts';
import { createSqliteTx } from './create-sqlite-tx.ts';
import { createSnapshotReads } from './snapshot-reads.ts';
import type { FromWriter, SentJob, ToWriter, WriterOpening } from './writer-thread.ts';

const ANSWER_WITHIN_MS = 5_000;
const SWEEP_EVERY_MS = 250;
const SENT_EARLY = 16;
const FULL = { isPassing: true, told: DISK_IS_FULL };

export interface SqliteStoreOptions {
  readonly databasePath: string;
  /** What secrets are encrypted with. */
  readonly secretKeys?: readonly SecretKey[];
  /** The thread that writes, which ends with the store, or when there is none. */
  readonly writer: BegunWorker;
  /** Called when the outcome of a commit is open: the process must end rather than guess. */
  readonly onFatal: (cause: Error) => void;
  /** Told how many writes were made durable together, and how long that took. */
  readonly onGroup?: (group: { readonly writes: number; readonly tookMs: number }) => void;
  /** Told how far the schema is brought up to date. */
  readonly onStep?: OnMigration;
  /** How long a write may take; left out, as long as somebody waits for an answer. */
  readonly answerWithinMs?: number;
}

interface Waiting {
  readonly since: number;
  resolve(output: unknown): void;
  reject(failure: StoreFailure): void;
}

/** One file, one process: a thread that writes in groups, and a connection beside it that reads. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { databasePath, secretKeys = [], writer, onFatal, onGroup, answerWithinMs = ANSWER_WITHIN_MS } = options;
  const { worker } = writer;
  const lock = await openFile(options).catch(async (cause: unknown) => {
    await worker.terminate();
    throw cause;
  });
  const reading = openForReading(databasePath);
  const readTx = createSqliteTx(reading, createSecretBox(secretKeys));
  const snapshot = createSnapshotReads(reading);
  // Before a write is acknowledged, so that nobody who knows of it reads an older state.
  const queue = createWriteQueue(worker, answerWithinMs, () => snapshot.leave());
  worker.on('error', onFatal);
  worker.on('message', (message: FromWriter) => {
    if (message.kind !== 'results' || !message.isWritten) return;
    onGroup?.({ writes: message.results.filter(({ kind }) => kind === 'done').length, tookMs: message.tookMs });
  });

  return {
    write: <Input, Output>(write: Write<Input, Output>, input: Input) =>
      outputOf(write, queue.add({ name: write.name, input })),
    read<Input, Output>(transaction: Transaction<Input, Output>, input: Input) {
      snapshot.enter();
      return transaction(readTx, input);
    },
    waitingWrites: () => queue.size(),
    async close() {
      await queue.close();
      snapshot.leave();
      reading.close();
      lock.release();
    },
  };
}

// Locked first: until then it belongs to another process.
async function openFile({ writer, databasePath, secretKeys = [], onStep }: SqliteStoreOptions): Promise<StoreLock> {
  const { worker, failed } = writer;
  const lock = lockStore(databasePath);
  if (lock === undefined) throw new Error(`${databasePath} is in use by another process`);
  worker.postMessage({ databasePath, secretKeys } satisfies WriterOpening);
  await Promise.race([untilReady(worker, onStep), failed]).catch((cause: unknown) => {
    lock.release();
    throw cause;
  });
  return lock;
}

function untilReady(worker: Worker, onStep?: OnMigration): Promise<void> {
  return new Promise((resolve) => {
    worker.on('message', function hear(message: FromWriter) {
      if (message.kind === 'migrating') return onStep?.(message.progress);
      worker.off('message', hear);
      resolve();
    });
  });
}

// The writer ran the transaction of that very name.
function outputOf<Input, Output>(_: Write<Input, Output>, output: Promise<unknown>): Promise<Output> {
  return output as Promise<Output>;
}

function createWriteQueue(worker: Worker, answerWithinMs: number, beforeAnswers: () => void) {
  const waiting = new Map<number, Waiting>();
  let outbox: SentJob[] = [];
  let isFlushing = false;
  let isClosed = false;
  let lastId = 0;
  let sweep: NodeJS.Timeout | undefined;
  function sweepWhileWaiting(): void {
    giveUpOld(waiting, answerWithinMs);
    sweep = waiting.size === 0 ? undefined : setTimeout(sweepWhileWaiting, SWEEP_EVERY_MS).unref();
  }
  worker.on('message', (message: FromWriter) => {
    if (message.kind !== 'results') return;
    beforeAnswers();
    for (const result of message.results) settle(waiting, result);
  });

  function flush(): void {
    if (outbox.length === 0) return;
    const jobs = outbox;
    outbox = [];
    isFlushing = false;
    worker.postMessage({ kind: 'jobs', jobs } satisfies ToWriter);
  }

  function flushSoon(): void {
    if (isFlushing) return;
    isFlushing = true;
    setImmediate(flush);
  }

  return {
    // What one turn of the event loop brings goes over in one message.
    add(job: Pick<SentJob, 'name' | 'input'>): Promise<unknown> {
      if (isClosed) return Promise.reject(new StoreFailure('not-applied', 'the store is closed'));
      flushSoon();
      sweep ??= setTimeout(sweepWhileWaiting, SWEEP_EVERY_MS).unref();
      lastId += 1;
      const id = lastId;
      outbox.push({ id, ...job });
      // Whoever writes begins while the rest of the turn is read.
      if (outbox.length >= SENT_EARLY) flush();
      return new Promise((resolve, reject) => waiting.set(id, { since: performance.now(), resolve, reject }));
    },
    size: () => waiting.size,
    async close(): Promise<void> {
      isClosed = true;
      flush();
      clearTimeout(sweep);
      const exited = once(worker, 'exit');
      worker.postMessage({ kind: 'close' } satisfies ToWriter);
      await exited;
    },
  };
}

function settle(waiting: Map<number, Waiting>, result: JobResult): void {
  const one = waiting.get(result.id);
  waiting.delete(result.id);
  if (result.kind === 'done') one?.resolve(result.output);
  else one?.reject(new StoreFailure('not-applied', result.message, result.isDiskFull ? FULL : {}));
}

// Oldest first: the map keeps the order in which writes came.
function giveUpOld(waiting: Map<number, Waiting>, answerWithinMs: number): void {
  const before = performance.now() - answerWithinMs + SWEEP_EVERY_MS;
  for (const [id, one] of waiting) {
    if (one.since > before) return;
    waiting.delete(id);
    one.reject(new StoreFailure('unknown', `the store did not answer within ${answerWithinMs} ms`));
  }
}
