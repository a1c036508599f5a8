import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ifThere } from '@setpoint/server/testing/unless';
import { blocksOf, PAGE_NAMES } from './blocks-of.ts';
import { isFollowed } from './walks.ts';
import { patternOf } from './pattern-of.ts';
import { RUN_ELSEWHERE } from './run-elsewhere.ts';
import { startService } from '../../support/service/start-service.ts';
import { TOLD_PAGES, type ToldPage } from './told-pages.ts';
import { PROGRAM } from '../../support/service/program.ts';
import { collect } from '../../support/service/run-setpoint.ts';
import { testFolder } from '@setpoint/server/testing/test-folder';

const TOOLS = ['curl', 'jq', 'bash', 'openssl'];
const hasTools = TOOLS.every((tool) => spawnSync(tool, ['--version']).error === undefined);

describe('the commands of a page say what the page says', ifThere(hasTools, TOOLS.join(', ')), () => {
  it.each(TOLD_PAGES)('$page', async (told) => {
    const run = await openShell();
    const runs = async (script: string) => expect(await run(script)).toMatchObject({ code: 0 });
    await runs(told.before ?? '');
    for (const { command, says } of toldOf(told)) {
      await runs(startingAs(command, told.meanwhile ?? {}) ?? '');
      const { code, out, error } = await run(namedHere(command, told.here ?? {}));
      const said = [out, error + out].map((text) => text.trim());
      const isSaid = said.some((text) => says.test(text));
      expect([command, code, isSaid || said]).toEqual([command, 0, true]);
    }
  });
});

describe('each block of the docs', () => {
  it.each(PAGE_NAMES)('of %s runs in a test', (page) => {
    const isTold = TOLD_PAGES.some((told) => told.page === page);
    for (const block of blocksOf(page)) {
      const { language, text } = block;
      if (language === 'json') expect(() => void JSON.parse(text.replaceAll(' … ', ' '))).not.toThrow();
      else if (language === '') expect(text).not.toMatch(/^(?:npx |setpoint |curl |\$ )/m);
      else {
        const isPasted = language === 'sh' && isFollowed(page);
        const isRun = isTold && /^(?:sh|console|csv)$/.test(language);
        expect([text, isPasted || isRun || elsewhereOf(page, text) !== undefined]).toEqual([text, true]);
      }
    }
  });

  it('that runs elsewhere names a file, and is there', () => {
    for (const [page, blocks] of Object.entries(RUN_ELSEWHERE)) {
      for (const [begin, file] of Object.entries(blocks)) {
        expect([file, existsSync(new URL(`../../../${file}`, import.meta.url))]).toEqual([file, true]);
        const isThere = blocksOf(page).some(({ text }) => text.split(/^\$ /m).some((part) => part.startsWith(begin)));
        expect([page, begin, isThere]).toEqual([page, begin, true]);
      }
    }
  });
});

interface ToldCommand {
  readonly command: string;
  readonly says: RegExp;
}

function toldOf({ page }: ToldPage): ToldCommand[] {
  return blocksOf(page).flatMap(({ language, text }) => {
    if (language === 'console')
      return commandsOf(text).filter(({ command }) => elsewhereOf(page, command) === undefined);
    const isRun = language === 'sh' && !isFollowed(page) && elsewhereOf(page, text) === undefined;
    return isRun ? [{ command: text, says: /^/ }] : [];
  });
}

function elsewhereOf(page: string, text: string): string | undefined {
  return startingAs(text.replace(/^\$ /, ''), RUN_ELSEWHERE[page] ?? {});
}

function startingAs(text: string, values: Readonly<Record<string, string>>): string | undefined {
  return Object.entries(values).find(([begin]) => text.startsWith(begin))?.[1];
}

/** The commands after each `$`, which may have several lines, and what stands below them. */
function commandsOf(text: string): ToldCommand[] {
  return text.split(/^\$ /m).flatMap((part) => {
    const lines = part.trimEnd().split('\n');
    const end = lines.findIndex((line, index) => !line.endsWith('\\') && isWhole(lines.slice(0, index + 1).join('\n')));
    const command = lines.slice(0, end + 1).join('\n');
    return command === '' ? [] : [{ command, says: patternOf(lines.slice(end + 1).join('\n')) }];
  });
}

function isWhole(command: string): boolean {
  return spawnSync('bash', ['-n', '-c', command]).status === 0;
}

async function openShell() {
  const folder = testFolder();
  const service = await startService({ dataDir: join(folder, 'data') });
  onTestFinished(async () => void (await service.end('SIGTERM')));
  mkdirSync(join(folder, 'bin'));
  const shim = `#!/bin/sh\nexec "${process.execPath}" "${PROGRAM}" "$@"\n`;
  writeFileSync(join(folder, 'bin/setpoint'), shim, { mode: 0o755 });
  writeFileSync(join(folder, 'vars'), '');
  const [, operations = ''] = /operations\s+http:\/\/[\d.]+:(\d+)/.exec(service.output()) ?? [];
  const env = { PATH: `${folder}/bin:${process.env['PATH'] ?? ''}`, HOME: folder, SETPOINT_OPS_PORT: operations };
  return async (command: string) => {
    const script = `. ./vars\n${command}`.replaceAll('http://127.0.0.1:8080', service.url);
    const child = spawn('bash', ['--norc', '-eu', '-o', 'pipefail', '-c', script], {
      cwd: folder,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 60_000,
    });
    const [out, error] = [collect(child.stdout), collect(child.stderr)];
    await once(child, 'close');
    return { code: child.exitCode, out: out(), error: error() };
  };
}

function namedHere(command: string, here: Readonly<Record<string, string>>): string {
  return Object.entries(here).reduce((text, [there, one]) => text.replaceAll(there, one), command);
}
