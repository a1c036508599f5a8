import { defineConfig } from 'vitest/config';
import { busy, installed, waiting, wholeRun, within } from './test/whole-run.ts';

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
          exclude: ['bench/main.test.ts', '**/node_modules/**'],
          ...within(120_000),
        },
      },
      {
        // Every request and answer of the interface, in this process.
        test: {
          ...busy,
          name: 'interface',
          include: ['test/authority.test.ts', 'test/openapi/openapi-statuses.test.ts', 'test/hostile/*.test.ts'],
          ...within(120_000),
        },
      },
      {
        // The same over the other store: who may do what, and the good call of each operation.
        test: {
          ...busy,
          name: 'PostgreSQL',
          env: { SETPOINT_TEST_STORE: 'PostgreSQL' },
          include: ['test/authority.test.ts', 'test/openapi/good-calls.test.ts'],
          ...within(120_000),
        },
      },
      {
        test: {
          ...waiting,
          ...installed,
          name: 'journeys',
          include: ['test/**/*.test.ts'],
          exclude: [
            'test/{model,console,proofs,clients,openapi,hostile}/**',
            'test/authority.test.ts',
            'test/deploy/!(files|install-by-npm).test.ts',
            'test/upgrade/side-by-side.test.ts',
            '**/node_modules/**',
          ],
          ...within(120_000),
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
          ...within(120_000),
        },
      },
    ],
  },
});
