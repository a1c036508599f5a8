import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: ['default', './test/plain-reporter.ts'],
    globalSetup: './test/postgres/provide-postgres.ts',
    projects: [
      {
        test: {
          name: 'fast',
          pool: 'forks',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          include: ['packages/**/*.test.ts', 'bench/**/*.test.ts', 'test/model/*.test.ts'],
        },
      },
      {
        test: {
          name: 'journeys',
          pool: 'forks',
          include: ['test/**/*.test.ts'],
          exclude: ['test/model/**', '**/node_modules/**'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
      {
        // The same journeys over the other store.
        test: {
          name: 'journeys on PostgreSQL',
          pool: 'forks',
          env: { SETPOINT_TEST_STORE: 'PostgreSQL' },
          include: ['test/authority.test.ts', 'test/public-interface.test.ts', 'test/model-history.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
