import { sql } from 'kysely';
import { statement } from '../statement.ts';
import type { Tx } from '../tx.ts';

// A node that froze in the midst of a write holds up the next chosen one for so long at most.
const IDLE_MS = 2_000;

const holdTerm = statement<{ term: number; idle: string }>()(({ db, param }) =>
  db
    .selectFrom('chosen_node')
    .select(sql`set_config('idle_in_transaction_session_timeout', ${param('idle')}, true)`.as('idle'))
    .where('term', '=', param('term'))
    .forKeyShare(),
);

class NotChosen extends Error {}

/** Who may make the writes of the chosen node. */
export interface Fence {
  /** The number under which this node is chosen; undefined while it is not. */
  readonly term: () => number | undefined;
  /** Told of a write that this node was not allowed to make any more. */
  readonly onRefused: () => void;
}

/** Lets a write of the chosen node go on only while no other node is chosen, until its commit. */
export async function passFence(tx: Tx, { term, onRefused }: Fence): Promise<void> {
  const held = term();
  const row = held === undefined ? undefined : await tx.first(holdTerm, { term: held, idle: String(IDLE_MS) });
  if (row !== undefined) return;
  onRefused();
  // Those that were to be written together with it are written without it.
  throw new NotChosen('this node is not the chosen one any more');
}
