import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { inject } from 'vitest';
import type { ProvidedWriter } from './provided-writer.ts';
import { inEachTest, ofTest, ofTests } from './of-tests.ts';
import { createTestDatabase } from './create-test-database.ts';
import { openPostgresStore } from '../src/store/postgres/open-postgres-store.ts';
import type { BegunWorker } from '../src/wire/begin-worker.ts';
import { beginWriter } from '../src/store/sqlite/begin-writer.ts';
import { openSqliteStore } from '../src/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../src/store/store.ts';

export type StoreKind = 'SQLite' | 'PostgreSQL';

/** For tests: the stores that one suite runs on: that which this run is about, or both. */
export const STORE_KINDS: readonly StoreKind[] =
  process.env['SETPOINT_TEST_STORE'] === undefined ? ['SQLite', 'PostgreSQL'] : [kindOfRun()];

/** For tests: the kind that this run is about, where a suite does not run on both. */
export function kindOfRun(): StoreKind {
  return process.env['SETPOINT_TEST_STORE'] === 'PostgreSQL' ? 'PostgreSQL' : 'SQLite';
}

/** For tests: a store of its own, and a look past it at what is in the tables. */
export interface TestStore {
  readonly store: Store;
  /** Another store over the same data; on SQLite there is only one at a time. */
  readonly reopen: () => Promise<Store>;
  readonly query: (text: string) => Promise<Record<string, unknown>[]>;
  /** Where it is: the path of a file, or the address of a database. */
  readonly url: string;
  /** Resolves once all events can be read: a transaction that other tests have open on the same server holds them back. */
  readonly untilHandedOut: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const CONNECTIONS = 8;

export function openTestStore(kind: StoreKind): Promise<TestStore> {
  return kind === 'SQLite' ? openOnFile() : openOnServer();
}

/** The same, until the test is over. */
export function storeOfTest(kind: StoreKind): Promise<TestStore> {
  return ofTest(openTestStore(kind));
}

/** The same, until the tests of the describe or the file are over. */
export function storeOfTests(kind: StoreKind): Promise<TestStore> {
  return ofTests(openTestStore(kind));
}

/** A new one before each test; what is here is of that of the test that runs. */
export function storeOfEachTest(kind: StoreKind): TestStore {
  return inEachTest(() => storeOfTest(kind));
}

async function openOnFile(): Promise<TestStore> {
  const folder = mkdtempSync(join(tmpdir(), 'setpoint-store-'));
  const databasePath = join(folder, 'setpoint.sqlite');
  const reopen = () => openFile(databasePath);
  const store = await reopen();
  return {
    store,
    reopen,
    url: databasePath,
    async query(text) {
      using db = new DatabaseSync(databasePath, { timeout: 10_000 });
      // What comes back has no prototype, which a comparison would see.
      const rows = db.prepare(text).all();
      return rows.map((row) => ({ ...row }));
    },
    untilHandedOut: async () => undefined,
    async close() {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}

async function openOnServer(): Promise<TestStore> {
  const database = await createTestDatabase();
  const reopen = () => openDatabase(database.url);
  const store = await reopen();
  return {
    store,
    reopen,
    query: database.query,
    url: database.url,
    async untilHandedOut() {
      const oldest = 'CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT)';
      while ((await database.query(`SELECT 1 FROM event WHERE tx >= ${oldest}`)).length > 0);
    },
    async close() {
      await store.close();
      await database[Symbol.asyncDispose]();
    },
  };
}

/** For tests: a store over a database. */
export function openDatabase(url: string): Promise<Store> {
  return openPostgresStore({ url, connections: CONNECTIONS, isUnsafeAllowed: false, onLost: raise });
}

/** For tests: a store on a file, by the same code as the service runs, loaded faster. */
export async function openFile(databasePath: string): Promise<Store> {
  return openSqliteStore({ writer: await beginPackedWriter(), databasePath, onFatal: raise });
}

/** For tests: the thread that writes, packed once for a run. */
export async function beginPackedWriter(): Promise<BegunWorker> {
  const response = await fetch(inject('writerDoor'));
  if (!response.ok) throw new Error(`the writer could not be packed: ${await response.text()}`);
  const { writerUrl, writesUrl } = (await response.json()) as ProvidedWriter;
  return beginWriter(new URL(writesUrl), new URL(writerUrl));
}

function raise(cause: Error): never {
  throw cause;
}
