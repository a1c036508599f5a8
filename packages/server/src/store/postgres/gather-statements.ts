import type pg from 'pg';
import { SILENT_FOR_MS } from './open-pool.ts';
import { type NamedStatement, StatementBatch, type StatementResult } from './statement-batch.ts';

export type Ask = (statement: NamedStatement, withinMs?: number) => Promise<StatementResult>;

/** Asks on one connection; what is asked before the event loop turns goes together. */
export function gatherStatements(client: pg.ClientBase): Ask {
  let gathered: StatementBatch | undefined;

  // Whatever was promised before runs first, and may ask more.
  function gather(): StatementBatch {
    const batch = new StatementBatch();
    process.nextTick(() => {
      gathered = undefined;
      client.query(batch);
    });
    return batch;
  }
  return (statement, withinMs = SILENT_FOR_MS) => (gathered ??= gather()).ask(statement, withinMs);
}

export function plain(text: string): NamedStatement {
  return { name: text, text, values: [] };
}
