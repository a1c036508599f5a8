import { type Kysely, sql } from 'kysely';

// A record names nothing that must be there: it outlives what it is about.
const STATEMENTS = [
  `CREATE TABLE audit_record (
    sequence BIGINT PRIMARY KEY, at BIGINT NOT NULL, action TEXT NOT NULL, actor TEXT NOT NULL, subject TEXT NOT NULL,
    record TEXT NOT NULL, hash TEXT NOT NULL)`,
  `CREATE INDEX audit_record_by_action ON audit_record (action, sequence)`,
  `CREATE INDEX audit_record_by_actor ON audit_record (actor, sequence)`,
  `CREATE INDEX audit_record_by_subject ON audit_record (subject, sequence)`,
  `CREATE INDEX audit_record_by_time ON audit_record (at)`,
  `CREATE TABLE audit_head (
    id INTEGER PRIMARY KEY, sequence BIGINT NOT NULL, hash TEXT NOT NULL,
    forgotten_sequence BIGINT NOT NULL, forgotten_hash TEXT NOT NULL)`,
  `INSERT INTO audit_head (id, sequence, hash, forgotten_sequence, forgotten_hash) VALUES (1, 0, '', 0, '')`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
