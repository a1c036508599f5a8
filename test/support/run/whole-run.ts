import { quickestFolder } from '@setpoint/server/testing/quickest-folder';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { ProjectConfig } from 'vitest/node';
import { LongFirst } from './long-first.ts';

// For every process and thread that tests start, as the command line does for its own.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('../../../node_modules/.cache/setpoint-tests', import.meta.url),
);
// Threads of stores strip types, which now and then crashes V8: see packages/cli/bin/setpoint.js.
const execArgv = ['--wasm-wrapper-tiering-budget=1000000000'];

/** Which store the tests run on that run on both; without it, on each. */
export const onSqlite = { SETPOINT_TEST_STORE: 'SQLite' };
export const onPostgres = { SETPOINT_TEST_STORE: 'PostgreSQL' };

/** Over one server for all, files go one by one. */
const isOneServer = process.env['SETPOINT_TEST_DATABASE_URL'] !== undefined;

/** What every run has. */
export const wholeRun = {
  // Projects share what is compiled.
  fsModuleCache: true,
  // Tests wait about half of their time.
  maxWorkers: isOneServer ? 1 : availableParallelism() * 2,
  sequence: { sequencer: LongFirst },
  reporters: ['default', './test/support/run/plain-reporter.ts'],
  // Each gives nothing but an address, and begins when it is asked for the first time.
  globalSetup: [
    './packages/server/testing/provided-postgres.ts',
    './packages/server/testing/provided-writer.ts',
    './test/support/run/provided-package.ts',
  ],
};

/** Limits end what hangs, and judge nothing: a machine that is ten times as slow reaches none of them. */
const patient = { testTimeout: 600_000, hookTimeout: 600_000, expect: { poll: { timeout: 60_000 } } };
const COUNTED = './test/support/run/count-processor-time.ts';

/** Files that mostly compute. They share modules: loading them for each file took longer than most tests. */
export const busy = {
  ...patient,
  pool: 'forks',
  execArgv,
  isolate: false,
  setupFiles: [COUNTED],
  env: { TMPDIR: quickestFolder() },
} satisfies Partial<ProjectConfig>;

/** Files that mostly wait, for processes of their own; each in a process that is its own, too. */
export const waiting = { ...patient, pool: 'forks', execArgv, setupFiles: [COUNTED] } satisfies Partial<ProjectConfig>;

/** What starts the program as people have it: packed, installed, and built while other tests run. */
export const installed = { setupFiles: [COUNTED, './test/support/run/await-package.ts'] };
