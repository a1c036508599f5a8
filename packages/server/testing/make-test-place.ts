import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../src/store/store.ts';
import { createTestDatabase } from './create-test-database.ts';
import { openDatabase, openFile, type StoreKind } from './open-test-store.ts';

/** A place for a store, of one kind or the other. */
export interface TestPlace extends AsyncDisposable {
  readonly place: string;
  open(): Promise<Store>;
}

/** Where a store is that the commands of maintenance open by themselves: a data folder, or an empty database. */
export async function makeTestPlace(kind: StoreKind, folder: string): Promise<TestPlace> {
  if (kind === 'SQLite') {
    mkdirSync(folder, { recursive: true });
    const open = () => openFile(join(folder, 'setpoint.sqlite'));
    return { place: folder, open, [Symbol.asyncDispose]: () => Promise.resolve() };
  }
  const database = await createTestDatabase('empty');
  return Object.assign(database, { place: database.url, open: () => openDatabase(database.url) });
}
