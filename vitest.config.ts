import { defineConfig } from 'vitest/config';
import { circles } from './test/support/run/circles.ts';
import { busy, installed, onPostgres, onSqlite, waiting, wholeRun } from './test/support/run/whole-run.ts';

// It waits as a controller does.
const CONFORMANCE = 'packages/conformance/src/run-conformance.test.ts';

/** What `npm test` runs; the rest is in vitest.wide.config.ts and, where it takes hours or tools, in vitest.prove.config.ts. */
export default defineConfig({
  test: {
    ...wholeRun,
    projects: [
      {
        // `npm run check` runs it too: it takes less than a minute.
        test: {
          ...busy,
          name: 'fast',
          include: ['{packages,bench,scripts}/**/*.test.ts', 'test/model/*.test.ts'],
          exclude: ['bench/main.test.ts', CONFORMANCE, ...circles.near.stores.include, '**/node_modules/**'],
        },
      },
      {
        // With them, each request and answer of the interface, in this process: they share its modules.
        test: {
          ...busy,
          env: { ...busy.env, ...onSqlite },
          name: 'stores',
          include: [CONFORMANCE, ...circles.near.stores.include],
          exclude: circles.near.stores.exclude,
        },
      },
      { test: { ...busy, env: { ...busy.env, ...onPostgres }, name: 'PostgreSQL', ...circles.near.ofPostgres } },
      { test: { ...waiting, ...installed, env: onSqlite, name: 'journeys', ...circles.near.journeys } },
      // A worker has one service and one browser for all of its files: see test/console/in-worker.ts.
      { test: { ...waiting, ...installed, isolate: false, name: 'console', ...circles.near.console } },
    ],
  },
});
