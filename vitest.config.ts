import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: ['default', './test/plain-reporter.ts'],
    pool: 'forks',
    projects: [
      {
        extends: true,
        test: {
          name: 'fast',
          testTimeout: 60_000,
          hookTimeout: 60_000,
          include: ['packages/**/*.test.ts', 'bench/**/*.test.ts', 'test/model/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'journeys',
          include: ['test/**/*.test.ts'],
          exclude: ['test/model/**', '**/node_modules/**'],
          testTimeout: 120_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
