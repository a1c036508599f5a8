import { extname } from 'node:path';
import { type BegunWorker, beginWorker } from '../../wire/begin-worker.ts';

const THREAD_URL = new URL(`./operations-thread${extname(import.meta.filename)}`, import.meta.url);
// It keeps next to nothing; left to itself, its heap grows as if it did.
const SMALL = { maxYoungGenerationSizeMb: 1 };

/** Begins the thread of the operations port, which listens once it is told where. */
export function beginOperations(): BegunWorker {
  return beginWorker(THREAD_URL, { resourceLimits: SMALL });
}
