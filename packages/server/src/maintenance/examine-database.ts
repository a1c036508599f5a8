import pg from 'pg';
import type { StoreSettings } from '../store/settings.ts';
import { checkServer } from '../store/postgres/check-server.ts';
import { askDatabase } from '../store/postgres/migrate-postgres.ts';
import { readProgress, type StoreState } from './store-state.ts';

type Database = NonNullable<StoreSettings['database']>;

const WITHIN_MS = 5_000;

/** What is known of a database; throws where a service could not run on it. */
export async function examineDatabase({ url, isUnsafeAllowed }: Database): Promise<StoreState> {
  await checkServer(url, { isUnsafeAllowed });
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: WITHIN_MS, query_timeout: WITHIN_MS });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query('BEGIN READ ONLY');
    const { rows } = await client.query<{ version: string }>(`SELECT current_setting('server_version') AS version`);
    const progress = await readProgress(askDatabase(client), 'postgres');
    return { kind: 'postgresql', place: placeOf(url), serverVersion: rows[0]?.version ?? null, ...progress };
  } finally {
    client.end().catch(() => undefined);
  }
}

// Without the user, and without the password.
function placeOf(url: string): string {
  const { host, pathname } = new URL(url);
  return host + pathname;
}
