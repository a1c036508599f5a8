import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import { type Store, StoreFailure } from '../store.ts';
import type { Transaction } from '../tx.ts';
import type { Write } from '../define-write.ts';
import type { JobResult } from './commit-group.ts';
import { lockStore } from './lock-store.ts';
import { openForReading } from './open-for-writing.ts';
import { createSqliteTx } from './create-sqlite-tx.ts';
import { shareSnapshot } from './share-snapshot.ts';
import type { FromWriter, SentJob, ToWriter, WriterData } from './writer-thread.ts';

const WRITER_URL = new URL(`./writer-thread${extname(import.meta.filename)}`, import.meta.url);
// Node 22 calls its SQLite experimental, in each thread.
const EXEC_ARGV = ['--disable-warning=ExperimentalWarning'];
const ANSWER_WITHIN_MS = 5_000;
const SWEEP_EVERY_MS = 250;
// More than so many wait for nobody.
const MOST_PATIENT = 64;

export interface SqliteStoreOptions {
  readonly databasePath: string;
  /** The module that exports `writes`, the list of all writes; the thread that writes loads it. */
  readonly writesUrl: URL;
  /** The module of that thread; left out, the one beside this. */
  readonly writerUrl?: URL;
  /** Called when the outcome of a commit is open: the process must end rather than guess. */
  readonly onFatal: (cause: Error) => void;
  /** Told how many writes were made durable together, and how long that took. */
  readonly onGroup?: (group: { readonly writes: number; readonly tookMs: number }) => void;
}

interface Waiting {
  readonly since: number;
  resolve(output: unknown): void;
  reject(failure: StoreFailure): void;
}

/** One file, one process: a thread that writes in groups, and a connection beside it that reads. */
export async function openSqliteStore(options: SqliteStoreOptions): Promise<Store> {
  const { databasePath, writesUrl, writerUrl = WRITER_URL, onFatal, onGroup } = options;
  const lock = lockStore(databasePath);
  if (lock === undefined) throw new Error(`${databasePath} is in use by another process`);
  const worker = await startWriter(writerUrl, { databasePath, writesUrl: writesUrl.href }).catch((cause: unknown) => {
    lock.release();
    throw cause;
  });
  const reading = openForReading(databasePath);
  const readTx = createSqliteTx(reading);
  const snapshot = shareSnapshot(reading);
  // Before a write is acknowledged, so that nobody who knows of it reads an older state.
  const queue = createWriteQueue(worker, () => snapshot.leave());
  worker.on('error', onFatal);
  worker.on('message', (message: FromWriter) => {
    if (message.kind === 'results') onGroup?.({ writes: message.results.length, tookMs: message.tookMs });
  });

  return {
    write: <Input, Output>(write: Write<Input, Output>, input: Input) =>
      outputOf(write, queue.add({ name: write.name, input }, write.patienceMs(input))),
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

async function startWriter(writerUrl: URL, workerData: WriterData): Promise<Worker> {
  const worker = new Worker(writerUrl, { workerData, execArgv: EXEC_ARGV });
  await once(worker, 'message');
  return worker;
}

// The writer ran the transaction of that very name.
function outputOf<Input, Output>(_: Write<Input, Output>, output: Promise<unknown>): Promise<Output> {
  return output as Promise<Output>;
}

function createWriteQueue(worker: Worker, beforeAnswers: () => void) {
  const waiting = new Map<number, Waiting>();
  let outbox: SentJob[] = [];
  let isFlushing = false;
  let patience: NodeJS.Timeout | undefined;
  let isClosed = false;
  let lastId = 0;
  let sweep: NodeJS.Timeout | undefined;
  function sweepWhileWaiting(): void {
    giveUpOld(waiting);
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
    clearTimeout(patience);
    patience = undefined;
    worker.postMessage({ kind: 'jobs', jobs } satisfies ToWriter);
  }

  function flushSoon(): void {
    if (isFlushing) return;
    isFlushing = true;
    setImmediate(flush);
  }

  return {
    // What one turn of the event loop brings goes over in one message, with what waited for company.
    add(job: Pick<SentJob, 'name' | 'input'>, patienceMs: number): Promise<unknown> {
      if (isClosed) return Promise.reject(new StoreFailure('not-applied', 'the store is closed'));
      if (patienceMs > 0 && outbox.length < MOST_PATIENT) patience ??= setTimeout(flush, patienceMs);
      else flushSoon();
      sweep ??= setTimeout(sweepWhileWaiting, SWEEP_EVERY_MS).unref();
      lastId += 1;
      const id = lastId;
      outbox.push({ id, ...job });
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
  else one?.reject(new StoreFailure('not-applied', result.message));
}

// Oldest first: the map keeps the order in which writes came.
function giveUpOld(waiting: Map<number, Waiting>): void {
  const before = performance.now() - ANSWER_WITHIN_MS + SWEEP_EVERY_MS;
  for (const [id, one] of waiting) {
    if (one.since > before) return;
    waiting.delete(id);
    one.reject(new StoreFailure('unknown', `the store did not answer within ${ANSWER_WITHIN_MS} ms`));
  }
}
