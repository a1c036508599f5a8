import { defineConfig } from 'vitest/config';
import { circles } from './test/support/run/circles.ts';
import { busy, installed, onPostgres, waiting, wholeRun } from './test/support/run/whole-run.ts';

/** What `npm run test:wide` runs: all that `npm test` leaves out, but for what `npm run prove` has to itself. */
export default defineConfig({
  test: {
    ...wholeRun,
    projects: [
      // The tests that run on both stores, on the other one.
      { test: { ...busy, env: { ...busy.env, ...onPostgres }, name: 'PostgreSQL', ...circles.wide.stores } },
      { test: { ...busy, env: { ...busy.env, ...onPostgres }, name: 'good-calls', ...circles.wide.goodCalls } },
      { test: { ...busy, name: 'liars', ...circles.wide.liars } },
      { test: { ...waiting, ...installed, name: 'journeys', ...circles.wide.journeys } },
      { test: { ...waiting, ...installed, env: onPostgres, name: 'journeys-PostgreSQL', ...circles.wide.ofPostgres } },
      { test: { ...waiting, ...installed, isolate: false, name: 'console', ...circles.wide.console } },
    ],
  },
});
