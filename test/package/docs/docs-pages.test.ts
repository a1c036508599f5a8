import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ifThere } from '@setpoint/server/testing/unless';
import { createTestDatabase } from '@setpoint/server/testing/create-test-database';
import { blocksOf } from './blocks-of.ts';
import { FOLLOWED_PAGES } from './followed-pages.ts';
import { startService } from '../../support/service/start-service.ts';
import { PROGRAM } from '../../support/service/program.ts';
import { collect } from '../../support/service/run-setpoint.ts';

const hasTools = ['curl', 'jq', 'bash'].every((tool) => spawnSync(tool, ['--version']).error === undefined);

describe('a page of the docs, each block of it as it stands', ifThere(hasTools, 'bash, curl or jq'), () => {
  it.each(FOLLOWED_PAGES)('$page', async ({ page, says, isOverPostgres = false }) => {
    const folder = mkdtempSync(join(tmpdir(), 'setpoint-page-'));
    await using database = isOverPostgres ? await createTestDatabase() : undefined;
    const given = database === undefined ? {} : { DATABASE_URL: database.url };
    const service = await startService({
      dataDir: join(folder, 'data'),
      env: { ...given, SETPOINT_NODE_NAME: 'a' },
    });
    try {
      mkdirSync(join(folder, 'bin'));
      const shim = join(folder, 'bin/setpoint');
      writeFileSync(shim, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
      chmodSync(shim, 0o755);
      const { stdout, code, stderr } = await follow(page, { folder, url: service.url, given });
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      for (const one of says) expect(stdout).toMatch(one);
    } finally {
      await service.end('SIGTERM');
      rmSync(folder, { recursive: true });
    }
  });
});

interface Following {
  readonly folder: string;
  readonly url: string;
  readonly given: Readonly<Record<string, string>>;
}

async function follow(page: string, { folder, url, given }: Following) {
  // But for the port, which may be taken here.
  const blocks = blocksOf(page).flatMap(({ language, text }) => (language === 'sh' ? [text] : []));
  const script = blocks.join('\n').replaceAll('http://127.0.0.1:8080', url);
  expect(blocks.length).toBeGreaterThan(1);
  const env = { ...given, PATH: `${folder}/bin:${process.env['PATH'] ?? ''}`, HOME: folder };
  const child = spawn('bash', ['-eu', '-o', 'pipefail', '-c', script], { cwd: folder, env });
  const [out, error] = [collect(child.stdout), collect(child.stderr)];
  await once(child, 'close');
  return { code: child.exitCode, stdout: out(), stderr: out() + error() };
}
