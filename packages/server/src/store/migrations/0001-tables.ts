import { type Kysely, sql, SqliteAdapter } from 'kysely';
import { tables } from '../schema.ts';
import { statementsOf } from '../tables/table.ts';
import { batchPartitions } from './batch-partitions.ts';
import { measurementPartitions } from './measurement-partitions.ts';

/** All tables of the first release, as they are declared. Later steps change them: the declaration has what they lead to. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
  const dialect = isSqlite ? 'sqlite' : 'postgres';
  const made = Object.entries(tables).flatMap(([name, table]) => statementsOf(name, table, dialect));
  const texts = isSqlite ? made : [[...made, ...measurementPartitions, ...batchPartitions].join(';\n')];
  for (const text of texts) await sql.raw(text).execute(db);
}
