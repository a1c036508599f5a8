import { defineConfig } from 'vitest/config';
import { listStoreTests } from './test/support/run/list-store-tests.ts';
import { provenAlone } from './test/support/run/proven-alone.ts';
import { busy, installed, waiting, wholeRun, within } from './test/support/run/whole-run.ts';

const WITHIN_MS = 120_000;
// It waits as a controller does.
const CONFORMANCE = 'packages/conformance/src/run-conformance.test.ts';
/** Left out of `npm run check`, which takes less than a minute. */
const storeTests = listStoreTests();
const onPostgres = { SETPOINT_TEST_STORE: 'PostgreSQL' };

/** What `npm test` runs; what takes long, or needs a tool that a bare machine lacks, is in vitest.prove.config.ts. */
export default defineConfig({
  test: {
    ...wholeRun,
    projects: [
      {
        test: {
          ...busy,
          name: 'fast',
          include: ['{packages,bench,scripts}/**/*.test.ts', 'test/model/*.test.ts'],
          exclude: ['bench/main.test.ts', CONFORMANCE, ...storeTests, '**/node_modules/**'],
          ...within(WITHIN_MS),
        },
      },
      {
        test: { ...busy, name: 'stores', include: [CONFORMANCE, ...storeTests], ...within(WITHIN_MS) },
      },
      {
        // Every request and answer of the interface, in this process.
        test: {
          ...busy,
          name: 'interface',
          include: ['test/interface/openapi/*.test.ts', 'test/interface/shares.test.ts', 'test/proofs/liars/*.test.ts'],
          exclude: ['test/interface/openapi/good-calls.test.ts'],
          ...within(WITHIN_MS),
        },
      },
      {
        // The good call of each operation over the other store.
        test: {
          ...busy,
          env: { ...busy.env, ...onPostgres },
          name: 'PostgreSQL',
          include: ['test/interface/openapi/good-calls.test.ts'],
          ...within(WITHIN_MS),
        },
      },
      {
        test: {
          ...waiting,
          ...installed,
          name: 'journeys',
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/{model,console,proofs}/**',
            'test/interface/openapi/**',
            'test/interface/shares.test.ts',
            ...Object.values(provenAlone).flat(),
            '**/node_modules/**',
          ],
          ...within(WITHIN_MS),
        },
      },
      {
        // Who may do what, over the other store.
        test: {
          ...waiting,
          ...installed,
          env: onPostgres,
          name: 'journeys-PostgreSQL',
          include: ['test/interface/authority/*.test.ts'],
          ...within(WITHIN_MS),
        },
      },
      {
        // A worker has one service and one browser for all of its files: see test/console/in-worker.ts.
        test: {
          ...waiting,
          ...installed,
          isolate: false,
          name: 'console',
          include: ['test/console/**/*.test.ts'],
          exclude: [...provenAlone.pages],
          ...within(WITHIN_MS),
        },
      },
    ],
  },
});
