import type { ReadableStore } from './store.ts';

/** Where another thread of the same process reads. */
export type ReadingStoreSettings =
  | { readonly kind: 'file'; readonly databasePath: string }
  | { readonly kind: 'server'; readonly url: string; readonly connections: number };

/** A store that is read beside the one that writes. */
export interface ReadingStore extends ReadableStore {
  /** How many reads are worth having under way. */
  readonly readsAtOnce: number;
  /** What is read from now on has all that is committed by now. */
  readAnew(): void;
}

/** Opens what another thread has opened, and brought up to date, to read it. */
export async function openReadingStore(settings: ReadingStoreSettings): Promise<ReadingStore> {
  if (settings.kind === 'file') {
    const { readFile } = await import('./sqlite/read-file.ts');
    return readFile(settings.databasePath);
  }
  const { readServer } = await import('./postgres/read-server.ts');
  return readServer(settings);
}
