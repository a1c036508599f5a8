import { type Kysely, sql } from 'kysely';

// Its key only grows: what refers to a term holds up no renewal, and the next term waits for it.
const STATEMENTS = [
  `CREATE TABLE chosen_node (
    term BIGINT PRIMARY KEY, node_id TEXT NOT NULL, backend INTEGER NOT NULL, valid_until BIGINT NOT NULL)`,
  `INSERT INTO chosen_node (term, node_id, backend, valid_until) VALUES (0, '', 0, 0)`,
];

/** Which node is chosen, until when, and how often one was. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
