import { randomBytes } from 'node:crypto';
import type { TestProject } from 'vitest/node';
import { queryDatabase } from '../src/store/postgres/query-database.ts';
import { migratePostgres } from '../src/store/postgres/migrate-postgres.ts';
import { provideDoor } from './provide-door.ts';
import { quickestFolder } from './quickest-folder.ts';
import { startPostgres } from './start-postgres.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Asked by a worker for the first time, it starts PostgreSQL; runs without such tests do without. */
    postgresDoor: string;
  }
}

/** What tests make their databases with. */
export interface ProvidedPostgres {
  /** The address, with a role that may create databases. */
  readonly url: string;
  /** A database with all tables; the names of all others begin with its name. */
  readonly template: string;
}

/**
 * Gives each worker a PostgreSQL of its own, or all of them that of `SETPOINT_TEST_DATABASE_URL`. An event is shown
 * once no older transaction of the server is open, in whatever database: files side by side would wait for each other.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const started = new Map<string, ReturnType<typeof start>>();
  const startFor = (worker: string) => {
    const starting = started.get(worker) ?? start();
    started.set(worker, starting);
    return starting;
  };
  const close = await provideDoor(project, 'postgresDoor', startFor);
  return async () => {
    close();
    for (const starting of started.values()) await (await starting)[Symbol.asyncDispose]();
  };
}

async function start(): Promise<ProvidedPostgres & AsyncDisposable> {
  const given = process.env['SETPOINT_TEST_DATABASE_URL'];
  const own =
    given === undefined ? await startPostgres(['max_connections = 300'], { parent: quickestFolder() }) : undefined;
  const url = given ?? own?.url ?? '';
  const template = `setpoint_${randomBytes(4).toString('hex')}`;
  await queryDatabase(url, `CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`);
  const templateUrl = new URL(url);
  templateUrl.pathname = `/${template}`;
  await migratePostgres(templateUrl.href);
  return {
    url,
    template,
    async [Symbol.asyncDispose]() {
      if (own === undefined) await dropAll(url, template);
      else await own[Symbol.asyncDispose]();
    },
  };
}

async function dropAll(url: string, template: string): Promise<void> {
  const rows = await queryDatabase(url, `SELECT datname FROM pg_database WHERE starts_with(datname, '${template}')`);
  for (const { datname } of rows) await queryDatabase(url, `DROP DATABASE ${String(datname)} WITH (FORCE)`);
}
