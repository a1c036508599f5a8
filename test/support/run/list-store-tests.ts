import { globSync, readFileSync } from 'node:fs';

const OPENS = /\/testing\/(open-|start-|sign-in-|create-test-database|webhook-shares|make-test-place)/;

/** The tests of the server that open a store or start a part of the service, as their imports say. */
export function listStoreTests(): string[] {
  return globSync('packages/server/src/**/*.test.ts').filter((file) => OPENS.test(readFileSync(file, 'utf8')));
}
