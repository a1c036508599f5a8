import { defineConfig } from 'vitest/config';
import { provenAlone } from './test/support/run/proven-alone.ts';
import { busy, installed, onPostgres, waiting, wholeRun } from './test/support/run/whole-run.ts';

const AN_HOUR_MS = 3_600_000;

/** The suites of `npm run prove`, by name; test/proofs/suites.ts says what each needs. */
export default defineConfig({
  test: {
    ...wholeRun,
    projects: [
      {
        test: {
          ...waiting,
          ...installed,
          name: 'samples',
          include: ['test/proofs/*.test.ts', ...provenAlone.samples],
        },
      },
      {
        // What differs is the store: these run on SQLite in `npm test`.
        test: {
          ...busy,
          env: { ...busy.env, ...onPostgres },
          name: 'routes',
          include: [
            'packages/server/src/identity/**/*.test.ts',
            'packages/server/src/gateway/{https/https-binding,mqtt/mqtt-binding,mqtt/line,order-lane}.test.ts',
            'packages/server/src/**/*-routes.test.ts',
            'packages/server/src/people/ended-*.test.ts',
            'packages/server/src/pools/ordered-*.test.ts',
            'test/interface/openapi/*.test.ts',
          ],
          exclude: ['packages/server/src/docs/*-routes.test.ts'],
        },
      },
      {
        test: {
          ...waiting,
          ...installed,
          env: onPostgres,
          name: 'journeys-PostgreSQL',
          include: [
            'test/interface/public-interface.test.ts',
            'test/journeys/controllers/controller-keys.test.ts',
            'test/journeys/events/events.test.ts',
            'test/journeys/pools/pool-whole-way.test.ts',
            'test/journeys/schedules/model-history.test.ts',
          ],
        },
      },
      {
        test: {
          ...waiting,
          ...installed,
          name: 'pages',
          include: [...provenAlone.pages],
        },
      },
      {
        test: {
          ...waiting,
          ...installed,
          name: 'deploy',
          env: { SETPOINT_TEST_IMAGES: 'true' },
          include: [...provenAlone.deploy],
        },
      },
      {
        test: {
          ...waiting,
          ...installed,
          name: 'clients',
          env: { SETPOINT_TEST_GENERATORS: 'true' },
          include: [...provenAlone.clients],
        },
      },
      {
        test: {
          ...busy,
          env: { ...busy.env, SETPOINT_TEST_LIARS: '100' },
          name: 'liars',
          include: ['test/proofs/liars/*.test.ts'],
          testTimeout: AN_HOUR_MS,
        },
      },
      {
        test: { ...busy, name: 'bench', include: ['bench/main.test.ts'] },
      },
    ],
  },
});
