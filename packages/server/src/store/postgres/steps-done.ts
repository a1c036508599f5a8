import type pg from 'pg';
import type { StoreRelease } from '../release.ts';

/** The steps of the schema that were taken on a database. */
export async function stepsDone(client: pg.ClientBase): Promise<ReadonlySet<string>> {
  if (!(await hasTable(client, 'kysely_migration'))) return new Set();
  const { rows } = await client.query<{ name: string }>('SELECT name FROM kysely_migration');
  return new Set(rows.map(({ name }) => name));
}

async function hasTable(client: pg.ClientBase, name: string): Promise<boolean> {
  const { rows } = await client.query('SELECT 1 WHERE to_regclass($1) IS NOT NULL', [name]);
  return rows.length > 0;
}

/** What it says about the releases that used it; undefined for a new database. */
export async function storeRelease(client: pg.ClientBase): Promise<StoreRelease | undefined> {
  if (!(await hasTable(client, 'store_state'))) return undefined;
  const { rows } = await client.query<StoreRelease>('SELECT release, oldest_release FROM store_state');
  return rows[0];
}
