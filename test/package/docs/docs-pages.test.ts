import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ifThere } from '@setpoint/server/testing/unless';
import { createTestDatabase } from '@setpoint/server/testing/create-test-database';
import { type Block, blocksOf } from './blocks-of.ts';
import { type FollowedPage, WALKS } from './walks.ts';
import { missingLines } from './pattern-of.ts';
import { startService } from '../../support/service/start-service.ts';
import { PROGRAM } from '../../support/service/program.ts';
import { collect } from '../../support/service/run-setpoint.ts';

// The blocks of the first way to install.
const INSTALLED_BY_NPM = 4;
const hasTools = ['curl', 'jq', 'bash'].every((tool) => spawnSync(tool, ['--version']).error === undefined);

describe('the docs, page after page as a reader follows them', ifThere(hasTools, 'bash, curl or jq'), () => {
  it.each(WALKS)('$name', async ({ pages, isOverPostgres = false }) => {
    const folder = mkdtempSync(join(tmpdir(), 'setpoint-walk-'));
    await using database = isOverPostgres ? await createTestDatabase() : undefined;
    const given = database === undefined ? {} : { DATABASE_URL: database.url };
    const service = await startService({ dataDir: join(folder, 'data'), env: given });
    try {
      mkdirSync(join(folder, 'bin'));
      const shim = join(folder, 'bin/setpoint');
      writeFileSync(shim, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
      chmodSync(shim, 0o755);
      const { stdout, code, stderr } = await follow(pages, { folder, url: service.url, given });
      expect([code, stderr]).toEqual([0, expect.any(String)]);
      const saidBy = (name: string) => stdout.split(`${MARK}${name}\n`, 2)[1] ?? '';
      for (const { page, says } of pages) {
        const [own] = saidBy(page).split(PAGE_MARK);
        for (const one of says) expect(`${page}:${own}`).toMatch(one);
        for (const [at, block] of pastedOf(page).entries()) {
          const [output = ''] = saidBy(`${page} ${at}`).split(MARK);
          expect([page, block.text, missingLines(block.says ?? '', output)]).toEqual([page, block.text, []]);
        }
      }
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

const MARK = '\n== ';
const PAGE_MARK = /\n== [\w-]+\n/;

async function follow(pages: readonly FollowedPage[], { folder, url, given }: Following) {
  // But for the port, which may be taken here.
  const script = pages
    .flatMap(({ page }) => [mark(page), ...pastedOf(page).flatMap(({ text }, at) => [mark(`${page} ${at}`), text])])
    .join('\n')
    .replaceAll('http://127.0.0.1:8080', url);
  const env = { ...given, PATH: `${folder}/bin:${process.env['PATH'] ?? ''}`, HOME: folder };
  const child = spawn('bash', ['-eu', '-o', 'pipefail', '-c', `exec 2>&1\n${script}`], { cwd: folder, env });
  const [out, error] = [collect(child.stdout), collect(child.stderr)];
  await once(child, 'close');
  return { code: child.exitCode, stdout: out(), stderr: out() + error() };
}

const mark = (name: string) => `printf '\\n== %s\\n' '${name}'`;

// Of the ways to install only one, whose first block installs and starts: here it runs already.
function pastedOf(page: string): readonly Block[] {
  const blocks = blocksOf(page).filter(({ language }) => language === 'sh');
  expect(blocks.length).toBeGreaterThan(1);
  return page === 'install' ? blocks.slice(1, INSTALLED_BY_NPM) : blocks;
}
