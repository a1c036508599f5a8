import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { openPostgresStore } from '../src/store/postgres/open-postgres-store.ts';
import { beginWriter } from '../src/store/sqlite/begin-writer.ts';
import { openSqliteStore } from '../src/store/sqlite/open-sqlite-store.ts';
import type { Store } from '../src/store/store.ts';
import { WRITES_URL } from '../src/writes-url.ts';
import { createTestDatabase } from './create-test-database.ts';
import type { StoreKind } from './open-test-store.ts';

/** A place for a store, of one kind or the other. */
export interface TestPlace extends AsyncDisposable {
  readonly place: string;
  open(): Promise<Store>;
}

/** Where a store is that the commands of maintenance open by themselves: a data folder, or an empty database. */
export async function makeTestPlace(kind: StoreKind, folder: string): Promise<TestPlace> {
  if (kind === 'SQLite') {
    mkdirSync(folder, { recursive: true });
    const databasePath = join(folder, 'setpoint.sqlite');
    return {
      place: folder,
      open: () => openSqliteStore({ writer: beginWriter(WRITES_URL), databasePath, onFatal: raise }),
      [Symbol.asyncDispose]: () => Promise.resolve(),
    };
  }
  const database = await createTestDatabase('empty');
  const options = { connections: 4, isUnsafeAllowed: false, onLost: raise };
  return {
    place: database.url,
    open: () => openPostgresStore({ url: database.url, ...options }),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}

function raise(cause: Error): never {
  throw cause;
}
