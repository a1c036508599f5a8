import type { StoreKind } from './open-test-store.ts';

/** For tests: an id as a statement past the store has to write it. */
export function storedIdText(kind: StoreKind, id: string): string {
  return kind === 'SQLite' ? `x'${id.replaceAll('-', '')}'` : `'${id}'`;
}
