import { type Kysely, sql } from 'kysely';

/** Tickets of sign-ins that somebody came in by, while they would still be read; see `useTicket`. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('CREATE TABLE used_ticket (ticket_hash TEXT PRIMARY KEY, ends_at BIGINT NOT NULL)').execute(db);
}
