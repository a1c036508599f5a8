import { Worker, type WorkerOptions } from 'node:worker_threads';

/** A thread that loads its code before anybody has something for it to do. */
export interface BegunWorker {
  readonly worker: Worker;
  /** Rejects when the thread fails, and tells it also those who ask later. */
  readonly failed: Promise<never>;
}

export function beginWorker(url: URL, options: WorkerOptions): BegunWorker {
  const worker = new Worker(url, options);
  const failed = new Promise<never>((_, reject) => worker.on('error', reject));
  // Until somebody asks, nobody is to be told.
  failed.catch(() => undefined);
  return { worker, failed };
}
