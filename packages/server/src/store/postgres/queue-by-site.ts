import type { SiteId } from '@setpoint/contract';
import { StoreFailure } from '../store.ts';
import type { Tx } from '../tx.ts';
import { lockSite } from '../lock-site.ts';
import { runTransaction, type Transacting } from './run-transaction.ts';

const START_WITHIN_MS = 5_000;
const MOST_TOGETHER = 32;

interface Job {
  readonly work: (tx: Tx) => Promise<unknown>;
  readonly timer: NodeJS.Timeout;
  resolve(output: unknown): void;
  reject(cause: unknown): void;
}

/**
 * Lets the writes of one site wait here for each other, in the order in which they came: waiting for its
 * row, they would hold connections that other sites need. What came while one was written is written together.
 */
export function queueBySite(
  by: Transacting,
): <Output>(siteId: SiteId, work: (tx: Tx) => Promise<Output>) => Promise<Output> {
  const queues = new Map<SiteId, Set<Job>>();

  async function drain(siteId: SiteId, queue: Set<Job>): Promise<void> {
    while (queue.size > 0) {
      const jobs = [...queue].slice(0, MOST_TOGETHER);
      for (const job of jobs) {
        clearTimeout(job.timer);
        queue.delete(job);
      }
      await runJobs(by, siteId, jobs);
    }
    queues.delete(siteId);
  }

  return <Output>(siteId: SiteId, work: (tx: Tx) => Promise<Output>) =>
    new Promise<Output>((resolve, reject) => {
      const known = queues.get(siteId);
      const queue = known ?? new Set();
      const timer = setTimeout(() => {
        queue.delete(job);
        reject(new StoreFailure('not-applied', `the site was busy for ${START_WITHIN_MS} ms`, { isPassing: true }));
      }, START_WITHIN_MS);
      const job: Job = {
        work,
        timer, // It is the output of this very work.
        resolve: (output) => resolve(output as Output),
        reject,
      };
      queue.add(job);
      if (known !== undefined) return;
      queues.set(siteId, queue);
      void drain(siteId, queue);
    });
}

// No job is answered before the commit of all: a rejection too may rest on a neighbour's write.
async function runJobs(by: Transacting, siteId: SiteId, jobs: readonly Job[]): Promise<void> {
  try {
    const outputs = await runTransaction(by, async (tx) => {
      await lockSite(tx, siteId);
      const made: unknown[] = [];
      for (const job of jobs) made.push(await job.work(tx));
      return made;
    });
    for (const [index, job] of jobs.entries()) job.resolve(outputs[index]);
  } catch (cause) {
    if (jobs.length > 1 && isFaultOfOne(cause)) {
      for (const job of jobs) await runJobs(by, siteId, [job]);
    } else {
      for (const job of jobs) job.reject(cause);
    }
  }
}

// What the server refused, or what was thrown here, one of them did; alone, the others go well.
function isFaultOfOne(failure: unknown): boolean {
  return failure instanceof StoreFailure && failure.outcome === 'not-applied' && !failure.isPassing;
}
