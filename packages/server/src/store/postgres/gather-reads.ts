import type pg from 'pg';
import { SILENT_FOR_MS } from './open-pool.ts';
import { type NamedStatement, StatementBatch, type StatementResult } from './statement-batch.ts';

// One that is slow holds up no more than these.
const MOST_TOGETHER = 16;

/** Single statements of many readers: those that come in one turn of the event loop, or wait for a connection, go together. */
export function gatherReads(pool: pg.Pool): (statement: NamedStatement) => Promise<StatementResult> {
  let gathered: StatementBatch | undefined;

  async function run(batch: StatementBatch): Promise<void> {
    const client = await pool.connect().catch((cause: unknown) => {
      // A read that joined a batch which has failed already would wait for ever.
      if (gathered === batch) gathered = undefined;
      batch.handleError(cause);
    });
    if (gathered === batch) gathered = undefined;
    if (client === undefined) return;
    client.query(batch);
    client.release(!(await batch.ended));
  }

  function gather(): StatementBatch {
    const batch = new StatementBatch();
    setImmediate(() => void run(batch));
    return batch;
  }
  return (statement) => {
    if (gathered === undefined || gathered.size >= MOST_TOGETHER) gathered = gather();
    return gathered.ask(statement, SILENT_FOR_MS);
  };
}
