import { randomBytes } from 'node:crypto';
import { inject } from 'vitest';
import type { ProvidedPostgres } from './provided-postgres.ts';
import { queryDatabase } from '../src/store/postgres/query-database.ts';

/** For tests: a database of one's own. */
export interface TestDatabase extends AsyncDisposable {
  readonly url: string;
  readonly query: (text: string) => Promise<Record<string, unknown>[]>;
}

/** For tests: an empty database, or one with all tables, which is made faster. */
export async function createTestDatabase(kind: 'empty' | 'migrated' = 'migrated'): Promise<TestDatabase> {
  const server = await askForServer();
  const name = `${server.template}_${randomBytes(6).toString('hex')}`;
  const template = kind === 'empty' ? 'template0' : server.template;
  await queryDatabase(server.url, `CREATE DATABASE ${name} TEMPLATE ${template} ENCODING 'UTF8'`);
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return {
    url: url.href,
    query: (text) => queryDatabase(url.href, text),
    [Symbol.asyncDispose]: async () => void (await queryDatabase(server.url, `DROP DATABASE ${name} WITH (FORCE)`)),
  };
}

async function askForServer(): Promise<ProvidedPostgres> {
  const worker = process.env['VITEST_POOL_ID'] ?? '';
  const response = await fetch(`${inject('postgresDoor')}/${worker}`);
  if (!response.ok) throw new Error(`there is no PostgreSQL to test with: ${await response.text()}`);
  return (await response.json()) as ProvidedPostgres;
}
