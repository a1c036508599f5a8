import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { startService } from '../../support/service/start-service.ts';
import { folderOfTests } from '@setpoint/server/testing/test-folder';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const checkout = folderOfTests();

it('npm ci --omit=dev of a checkout succeeds without warnings, and the program starts after it', async () => {
  const files = run('git', ['ls-files', '-z'], ROOT).out.split('\0').filter(Boolean);
  for (const path of files) {
    mkdirSync(dirname(join(checkout, path)), { recursive: true });
    cpSync(join(ROOT, path), join(checkout, path));
  }
  const installed = run('npm', ['ci', '--omit=dev', '--prefer-offline', '--no-audit', '--no-fund'], checkout);
  expect(installed.code).toBe(0);
  expect(installed.text).not.toMatch(/EBADENGINE|allow-scripts|install scripts|deprecated/);
  const data = join(checkout, 'data');
  const program = join(checkout, 'packages/cli/bin/setpoint.js');
  await using service = await startService({ dataDir: data, program });
  expect((await fetch(`${service.url}/api/v1/public/health`)).status).toBe(204);
});

function run(command: string, options: readonly string[], cwd: string) {
  const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}` };
  const { status: code, stdout: out, stderr } = spawnSync(command, options, { cwd, env, encoding: 'utf8' });
  return { code, out, text: `${out}${stderr}` };
}
