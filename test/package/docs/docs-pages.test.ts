import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ifThere } from '@setpoint/server/testing/unless';
import { createTestDatabase } from '@setpoint/server/testing/create-test-database';
import { type Block, blocksOf } from './blocks-of.ts';
import { WALKS } from './walks.ts';
import { missingLines } from './pattern-of.ts';
import { startService } from '../../support/service/start-service.ts';
import { PROGRAM } from '../../support/service/program.ts';
import { collect } from '../../support/service/run-setpoint.ts';
import { makeTempDir } from '../../support/service/temp-dir.ts';

// The blocks of the first way to install.
const INSTALLED_BY_NPM = 4;
const hasTools = ['curl', 'jq', 'bash'].every((tool) => spawnSync(tool, ['--version']).error === undefined);

describe('the docs, page after page as a reader follows them', ifThere(hasTools, 'bash, curl or jq'), () => {
  describe.each(WALKS)('$name', ({ pages, isOverPostgres = false }) => {
    const owned = new AsyncDisposableStack();
    let reader: Reader;
    beforeAll(async () => {
      const { path: folder } = owned.use(await makeTempDir());
      const database = isOverPostgres ? owned.use(await createTestDatabase()) : undefined;
      const given = database === undefined ? {} : { DATABASE_URL: database.url };
      const service = await startService({ dataDir: join(folder, 'data'), env: given });
      owned.defer(async () => void (await service.end('SIGTERM')));
      reader = openReader({ folder, url: service.url, given });
    });
    afterAll(async () => {
      expect(await reader.leave()).toBe(0);
      await owned.disposeAsync();
    });

    it.each(pages)('$page', async ({ page, says }) => {
      const blocks = pastedOf(page);
      const said = await reader.follow(blocks);
      for (const one of says) expect(said.join('')).toMatch(one);
      for (const [at, { text, says: shown = '' }] of blocks.entries()) {
        expect([text, missingLines(shown, said[at] ?? '')]).toEqual([text, []]);
      }
    });
  });
});

type Reader = ReturnType<typeof openReader>;

interface Reading {
  readonly folder: string;
  readonly url: string;
  readonly given: Readonly<Record<string, string>>;
}

const MARK = '\n== the end of a block\n';
// Each line names a file; what it holds runs in this shell, and keeps what those before it left there.
const FOLLOW = `exec 2>&1; while read -r file <&3; do source "$file"; printf '${MARK.replaceAll('\n', '\\n')}'; done`;

/** A shell in which one block after the other is pasted. */
function openReader({ folder, url, given }: Reading) {
  mkdirSync(join(folder, 'bin'));
  const shim = join(folder, 'bin/setpoint');
  writeFileSync(shim, `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`);
  chmodSync(shim, 0o755);
  const env = { ...given, PATH: `${folder}/bin:${process.env['PATH'] ?? ''}`, HOME: folder };
  const child = spawn('bash', ['-eu', '-o', 'pipefail', '-c', FOLLOW], {
    cwd: folder,
    env,
    stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
  });
  const [, stdout, , lines] = child.stdio;
  if (stdout === null || !(lines instanceof Writable)) throw new Error('the shell has no pipes');
  const out = collect(stdout);
  const closed = once(child, 'close');
  const pasted = join(folder, 'bin/pasted');

  const paste = async ({ text }: Block): Promise<string> => {
    const before = out().length;
    // But for the port, which may be taken here.
    writeFileSync(pasted, text.replaceAll('http://127.0.0.1:8080', url));
    lines.write(`${pasted}\n`);
    const said = () => out().slice(before);
    while (!said().endsWith(MARK)) {
      await Promise.race([once(stdout, 'data'), closed]);
      if (child.exitCode !== null) throw new Error(`it ended with ${child.exitCode}: ${said()}`);
    }
    return said().slice(0, -MARK.length);
  };

  return {
    /** What each block says. */
    async follow(blocks: readonly Block[]): Promise<string[]> {
      const said: string[] = [];
      for (const block of blocks) said.push(await paste(block));
      return said;
    },
    async leave(): Promise<number | null> {
      lines.end();
      await closed;
      return child.exitCode;
    },
  };
}

// Of the ways to install only one, whose first block installs and starts: here it runs already.
function pastedOf(page: string): readonly Block[] {
  const blocks = blocksOf(page).filter(({ language }) => language === 'sh');
  expect(blocks.length).toBeGreaterThan(1);
  return page === 'install' ? blocks.slice(1, INSTALLED_BY_NPM) : blocks;
}
