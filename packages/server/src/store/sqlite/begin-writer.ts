import { extname } from 'node:path';
import { type BegunWorker, beginWorker } from '../../wire/begin-worker.ts';

const WRITER_URL = new URL(`./writer-thread${extname(import.meta.filename)}`, import.meta.url);
// Node 22 calls its SQLite experimental, in each thread.
const EXEC_ARGV = ['--disable-warning=ExperimentalWarning'];

/**
 * Begins the thread that writes, which opens a file once it is told which. It loads the module that exports `writes`,
 * the list of all writes.
 */
export function beginWriter(writesUrl: URL, writerUrl = WRITER_URL): BegunWorker {
  return beginWorker(writerUrl, { workerData: writesUrl.href, execArgv: EXEC_ARGV });
}
