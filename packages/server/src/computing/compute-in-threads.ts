import { extname } from 'node:path';
import type { Worker } from 'node:worker_threads';
import type { ReadingStoreSettings } from '../store/open-reading-store.ts';
import { StoreFailure } from '../store/store.ts';
import { beginWorker } from '../wire/begin-worker.ts';
import { failureFrom } from './carried-failure.ts';
import type { ComputeAnswer, ComputedAnswer } from './compute-answers.ts';
import { type ComputingData, type FromComputing, type SentQuestion, type ToComputing } from './computing-thread.ts';

export interface ComputingThreads {
  readonly compute: ComputeAnswer;
  close(): Promise<void>;
}

export interface ThreadsOptions {
  /** The module that exports `answers`, the list of all answers. */
  readonly answersUrl: URL;
  readonly store: ReadingStoreSettings;
  readonly threads: number;
  /** A thread ended by itself; the next question begins another. */
  readonly onFailure: (cause: unknown) => void;
}

const THREAD_URL = new URL(`./computing-thread${extname(import.meta.filename)}`, import.meta.url);
// Most of what is computed is garbage at once: in a larger young heap, less of it is looked at.
const RESOURCE_LIMITS = { maxYoungGenerationSizeMb: 16 };
// Node 22 calls its SQLite experimental, in each thread.
const EXEC_ARGV = ['--disable-warning=ExperimentalWarning'];

/** Computes answers in threads with heaps and connections of their own, begun when they are asked for the first time. */
export function computeInThreads(options: ThreadsOptions): ComputingThreads {
  const store = shareOf(options);
  const threads = Array.from({ length: options.threads }, () => lazyThread({ ...options, store }));
  return {
    compute(answer, { caller, writtenAs, input }) {
      const [first, ...others] = threads;
      if (first === undefined) throw new Error('there is no thread that computes');
      const thread = others.reduce((best, one) => (one.underWay() < best.underWay() ? one : best), first);
      return thread.ask({ name: answer.name, caller, writtenAs, input });
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.close()));
    },
  };
}

/** The connections are there for all threads together. */
function shareOf({ store, threads }: ThreadsOptions): ReadingStoreSettings {
  if (store.kind === 'file') return store;
  return { ...store, connections: Math.max(1, Math.floor(store.connections / threads)) };
}

interface Asking {
  take(message: FromComputing): void;
  fail(cause: Error): void;
}

function lazyThread({ answersUrl, store, onFailure }: ThreadsOptions) {
  let worker: Worker | undefined;
  let lastId = 0;
  const asking = new Map<number, Asking>();

  function begun(): Worker {
    if (worker !== undefined) return worker;
    const workerData: ComputingData = { answersUrl: answersUrl.href, store };
    const options = { workerData, execArgv: EXEC_ARGV, resourceLimits: RESOURCE_LIMITS };
    const { worker: mine, failed } = beginWorker(THREAD_URL, options);
    worker = mine;
    let cause: unknown = new Error('the thread that computes ended by itself');
    failed.catch((failure: unknown) => (cause = failure));
    mine.once('exit', () => {
      if (worker !== mine) return;
      worker = undefined;
      onFailure(cause);
      const failure = new StoreFailure('not-applied', 'the thread that computes ended', { isPassing: true, cause });
      for (const one of asking.values()) one.fail(failure);
    });
    mine.on('message', (message: FromComputing) => asking.get(message.id)?.take(message));
    return mine;
  }
  return {
    underWay: () => asking.size,
    ask(question: Omit<SentQuestion, 'kind' | 'id'>): ComputedAnswer {
      const thread = begun();
      const tell = (message: ToComputing): void => thread.postMessage(message);
      lastId += 1;
      const id = lastId;
      const answer = receiveAnswer({
        more: () => tell({ kind: 'more', id }),
        end: () => asking.delete(id),
      });
      asking.set(id, answer);
      tell({ kind: 'ask', id, ...question });
      return {
        next: () => answer.next(),
        stop() {
          if (!asking.delete(id)) return;
          tell({ kind: 'stop', id });
          answer.fail(new StoreFailure('not-applied', 'nobody waits for the answer any more', { isPassing: true }));
        },
      };
    },
    async close() {
      const ending = worker;
      worker = undefined;
      await ending?.terminate();
    },
  };
}

/** Keeps what came and was not taken: never more parts than may be under way. */
function receiveAnswer({ more, end }: { readonly more: () => void; readonly end: () => void }) {
  const parts: Uint8Array[] = [];
  let over: 'no' | 'ended' | Error = 'no';
  let wake = () => {};

  function finish(how: 'ended' | Error): void {
    over = how;
    end();
    wake();
  }
  return {
    take(message: FromComputing): void {
      if (message.kind === 'failed') return finish(failureFrom(message.failure));
      if (message.kind === 'end') return finish('ended');
      parts.push(message.bytes);
      wake();
    },
    fail: (cause: Error) => finish(cause),
    async next(): Promise<Uint8Array | undefined> {
      for (;;) {
        const part = parts.shift();
        if (part !== undefined) {
          if (over === 'no') more();
          return part;
        }
        if (over instanceof Error) throw over;
        if (over === 'ended') return undefined;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
  };
}
