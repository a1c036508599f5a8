import { globSync, readFileSync } from 'node:fs';

const OPENS = /\/testing\/(open-|start-|sign-in-|create-test-database|make-test-place)/;

/** The tests of the server that open a store or start a part of the service: those of the store, and what imports say. */
export function listStoreTests(): string[] {
  const files = globSync('packages/server/src/**/*.test.ts');
  return files.filter((file) => file.includes('/src/store/') || OPENS.test(readFileSync(file, 'utf8')));
}
