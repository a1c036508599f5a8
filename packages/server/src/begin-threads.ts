import { beginOperations } from './http/operations-port/begin-operations.ts';
import { beginWriter } from './store/sqlite/begin-writer.ts';
import type { BegunWorker } from './wire/begin-worker.ts';
import { WRITES_URL } from './writes-url.ts';

/** The threads of a service, which load their code before anybody has something for them to do. */
export interface Threads extends AsyncDisposable {
  readonly operations: BegunWorker;
  /** Left out where the store is no file. */
  readonly writer: BegunWorker | undefined;
}

/** Begins them: sooner than the code of the service is loaded, they take no time of its start. */
export function beginThreads(store: 'file' | 'server'): Threads {
  const operations = beginOperations();
  const writer = store === 'file' ? beginWriter(WRITES_URL) : undefined;
  return {
    operations,
    writer,
    async [Symbol.asyncDispose]() {
      await Promise.all([operations.worker.terminate(), writer?.worker.terminate()]);
    },
  };
}
