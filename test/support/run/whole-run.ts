import { quickestFolder } from '@setpoint/server/testing/quickest-folder';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import { LongFirst } from './long-first.ts';

// For every process and thread that tests start, as the command line does for its own.
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(
  new URL('../../../node_modules/.cache/setpoint-tests', import.meta.url),
);
// Threads of stores strip types, which now and then crashes V8: see packages/cli/bin/setpoint.js.
const execArgv = ['--wasm-wrapper-tiering-budget=1000000000'];

/** Over one server for all, files go one by one. */
const isOneServer = process.env['SETPOINT_TEST_DATABASE_URL'] !== undefined;

/** What every run has. */
export const wholeRun = {
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

/** Files that mostly compute. They share modules: loading them for each file took longer than most tests. */
export const busy = {
  pool: 'forks',
  execArgv,
  isolate: false,
  env: { TMPDIR: quickestFolder() },
} as const;

/** Files that mostly wait, for processes of their own; each in a process that is its own, too. */
export const waiting = { pool: 'forks', execArgv } as const;

/** What starts the program as people have it: packed, installed, and built while other tests run. */
export const installed = { setupFiles: ['./test/support/run/await-package.ts'] };

/** Longer than anybody looks for something, so that what was seen at last is told. */
export function within(timeoutMs: number) {
  // A machine that is busy takes longer than the second that is given by default.
  return { testTimeout: timeoutMs, hookTimeout: timeoutMs, expect: { poll: { timeout: 30_000 } } };
}
