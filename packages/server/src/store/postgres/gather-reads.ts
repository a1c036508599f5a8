import type pg from 'pg';
import { onWhoseBehalf } from '../on-behalf-of.ts';
import { queueByName } from '../queue-by-name.ts';
import type { Turns } from '../deal-turns.ts';
import { SILENT_FOR_MS } from './open-pool.ts';
import { type NamedStatement, StatementBatch, type StatementResult } from './statement-batch.ts';

// One that is slow holds up no more than these.
const MOST_TOGETHER = 16;
const SERVICE = '';

type Join = (batch: StatementBatch) => void;

/**
 * Single statements of many readers: those that come in one turn of the event loop, or wait for a place or a
 * connection, go together. Those of the service itself go first, those of callers in turn.
 */
export function gatherReads(pool: pg.Pool, places: Turns): (statement: NamedStatement) => Promise<StatementResult> {
  const own = queueByName<Join>();
  const ofCallers = queueByName<Join>();
  let waiting = 0;
  let coming = 0;

  function gather(): StatementBatch {
    const batch = new StatementBatch();
    coming -= 1;
    while (batch.size < MOST_TOGETHER) {
      const join = own.next() ?? ofCallers.next();
      if (join === undefined) break;
      waiting -= 1;
      join(batch);
    }
    return batch;
  }
  const fail = (cause: unknown): void => gather().handleError(cause);

  async function send(): Promise<void> {
    const giveBack = await places.take().catch(fail);
    if (giveBack === undefined) return;
    const client = await pool.connect().catch(fail);
    if (client !== undefined) {
      const batch = gather();
      client.query(batch);
      client.release(!(await batch.ended));
    }
    giveBack();
  }
  return (statement) =>
    new Promise((resolve, reject) => {
      const caller = onWhoseBehalf();
      const queue = caller === undefined ? own : ofCallers;
      queue.add(caller ?? SERVICE, (batch) => void batch.ask(statement, SILENT_FOR_MS).then(resolve, reject));
      waiting += 1;
      if (waiting <= coming * MOST_TOGETHER) return;
      coming += 1;
      setImmediate(() => void send());
    });
}
