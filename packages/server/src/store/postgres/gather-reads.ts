import type pg from 'pg';
import type { Places } from './create-places.ts';
import { SILENT_FOR_MS } from './open-pool.ts';
import { type NamedStatement, StatementBatch, type StatementResult } from './statement-batch.ts';

// One that is slow holds up no more than these.
const MOST_TOGETHER = 16;

/**
 * Single statements of many readers: those that come in one turn of the event loop, or wait for a place or a
 * connection, go together.
 */
export function gatherReads(pool: pg.Pool, places: Places): (statement: NamedStatement) => Promise<StatementResult> {
  let gathered: StatementBatch | undefined;

  async function run(batch: StatementBatch): Promise<void> {
    const fail = (cause: unknown): void => {
      // A read that joined a batch which has failed already would wait for ever.
      if (gathered === batch) gathered = undefined;
      batch.handleError(cause);
    };
    const giveBack = await places.take().catch(fail);
    if (giveBack === undefined) return;
    const client = await pool.connect().catch(fail);
    if (gathered === batch) gathered = undefined;
    if (client !== undefined) {
      client.query(batch);
      client.release(!(await batch.ended));
    }
    giveBack();
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
