import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { LongFirst } from './test/long-first.ts';

// For every process and thread that tests start, as the command line does for its own.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/setpoint-tests', import.meta.url));
// Threads of stores strip types, which now and then crashes V8: see packages/cli/bin/setpoint.js.
const execArgv = ['--wasm-wrapper-tiering-budget=1000000000'];

// Modules keep no state, so files of tests may share them: loading them for each file took longer than most tests.
const isolate = false;

export default defineConfig({
  test: {
    // Left to itself, one core of two would be idle. Over one server for all, files go one by one.
    maxWorkers: process.env['SETPOINT_TEST_DATABASE_URL'] === undefined ? '100%' : 1,
    sequence: { sequencer: LongFirst },
    reporters: ['default', './test/plain-reporter.ts'],
    globalSetup: ['./test/postgres/provided-postgres.ts', './test/store/provided-writer.ts'],
    projects: [
      {
        test: {
          name: 'fast',
          pool: 'forks',
          isolate,
          execArgv,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          include: ['{packages,bench,scripts}/**/*.test.ts', 'test/model/*.test.ts'],
        },
      },
      {
        test: {
          name: 'journeys',
          globalSetup: ['./test/package/prepare.ts', './test/console/prepare.ts'],
          pool: 'forks',
          execArgv,
          include: ['test/**/*.test.ts'],
          exclude: ['test/model/**', '**/node_modules/**'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A machine that is busy takes longer than the second that is given by default.
          expect: { poll: { timeout: 30_000 } },
        },
      },
      {
        // The same over the other store; CONTRIBUTING.md says what is left out.
        test: {
          name: 'PostgreSQL',
          pool: 'forks',
          isolate,
          execArgv,
          env: { SETPOINT_TEST_STORE: 'PostgreSQL' },
          globalSetup: ['./test/package/prepare.ts'],
          include: [
            'packages/server/src/identity/*.test.ts',
            'packages/server/src/gateway/{https,mqtt}-binding.test.ts',
            'packages/server/src/gateway/{line,line-sign-in,order-lane}.test.ts',
            'packages/server/src/*/*-routes.test.ts',
            'packages/server/src/{people,registry}/ended-*.test.ts',
            'packages/server/src/pools/ordered-*.test.ts',
            'test/{authority,conditional-requests,controller-keys,events,model-history,public-interface}.test.ts',
            'test/pool-whole-way.test.ts',
            'test/openapi/*.test.ts',
          ],
          // On both stores by themselves, or on none.
          exclude: [
            'packages/server/src/{docs,events}/*-routes.test.ts',
            'packages/server/src/console/provider-routes.test.ts',
          ],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
});
