import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PATHS } from '@setpoint/contract';
import { afterAll, describe, expect, it } from 'vitest';
import { PROGRAM } from '../program.ts';
import { collect, type Environment } from '../run-setpoint.ts';
import { ANY_PORTS } from '../start-demo.ts';

// Other versions of Node, where a machine has them: their paths, with colons between them.
const NODES = [process.execPath, ...(process.env['SETPOINT_TEST_NODES'] ?? '').split(':').filter(Boolean)];
const NOBODY = 65_534;
const ENTRIES = [{ startAt: '2030-01-01T00:00:00Z', endAt: '2030-01-01T01:00:00Z', value: 5 }];

const temporary = mkdtempSync(join(tmpdir(), 'setpoint-installed-'));
afterAll(() => rmSync(temporary, { recursive: true }));

describe('the installed program', () => {
  it.each(NODES)('keeps schedules and hands out its pages, without a warning: %s', async (node) => {
    await using service = await start([node, PROGRAM], mkdtempSync(join(temporary, 'data-')));
    const ask = (...args: string[]) => execFileSync(node, [PROGRAM, ...args], { encoding: 'utf8', env: service.env });
    const { siteId } = JSON.parse(ask('site', 'add', 'Nordhafen', '--json')) as { siteId: string };
    const headers = { Authorization: `Bearer ${ask('token').trim()}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ schedules: [{ asset: 'grid', type: 'activePowerkW', entries: ENTRIES }] });
    const path = `/api/v1/public/sites/${siteId}/schedules`;
    const answer = await fetch(service.url + path, { method: 'POST', headers, body });
    expect([answer.status, await answer.text()]).toEqual([201, expect.any(String)]);

    for (const coding of ['identity', 'gzip', 'br']) {
      const script = await fetch(`${service.url}${PATHS.reference}.js`, {
        headers: { 'Accept-Encoding': coding },
      });
      expect([script.headers.get('Content-Encoding') ?? 'identity', (await script.text()).length]).toEqual([
        coding,
        expect.toSatisfy((length: number) => length > 1_000_000),
      ]);
    }
    const page = await (await fetch(service.url, { headers: { Accept: 'text/html' } })).text();
    const asset = /src="([^"]+\.js)"/.exec(page)?.[1] ?? '';
    const texts = ['identity', 'gzip', 'br'].map(async (coding) =>
      (await fetch(new URL(asset, service.url), { headers: { 'Accept-Encoding': coding } })).text(),
    );
    expect(new Set(await Promise.all(texts))).toEqual(new Set([expect.stringContaining('import')]));
    expect(service.complaints()).toBe('');
  });

  it('starts without what Node loads late, which would take time and memory that nobody needs', async () => {
    const [preload, list] = [join(temporary, 'list.cjs'), join(temporary, 'list.json')];
    const note = `require('node:fs').writeFileSync(${JSON.stringify(list)}, JSON.stringify(process.moduleLoadList))`;
    writeFileSync(preload, `process.on('exit', () => ${note})`);
    const execArgv = ['--require', preload];
    await (await start([process.execPath, ...execArgv, PROGRAM], join(temporary, 'few')))[Symbol.asyncDispose]();
    const loaded = JSON.parse(readFileSync(list, 'utf8')) as readonly string[];
    expect(loaded).toContain('NativeModule http');
    expect(loaded.filter((name) => name.includes('undici'))).toEqual([]);
  });

  it('runs where it may not write beside itself', async () => {
    const foreign = join(temporary, 'foreign');
    const data = mkdtempSync(join(temporary, 'data-'));
    // The Node of the tests may lie where only root can see it.
    const node = join(foreign, 'node');
    cpSync(join(dirname(PROGRAM), '..'), foreign, { recursive: true, filter: (path) => !path.endsWith('.cache') });
    copyFileSync(process.execPath, node);
    execFileSync('chmod', ['-R', 'a-w,a+rX', foreign]);
    const isRoot = process.getuid?.() === 0;
    if (isRoot) execFileSync('chown', [String(NOBODY), temporary, data]);
    const user = isRoot ? { uid: NOBODY, gid: NOBODY } : {};
    await using service = await start([node, join(foreign, 'bin/setpoint.js')], data, user);
    const { status } = await fetch(service.url + PATHS.docs);
    expect([status, service.complaints(), readdirSync(foreign).includes('.cache')]).toEqual([200, '', false]);
    execFileSync('chmod', ['-R', 'u+w', foreign]);
  });
});

interface User {
  readonly uid?: number;
  readonly gid?: number;
}

async function start([command = '', ...args]: readonly string[], dataDir: string, user: User = {}) {
  const env: Environment = { ...ANY_PORTS, SETPOINT_DATA_DIR: dataDir, SETPOINT_LOG_LEVEL: 'warn' };
  const child = spawn(command, [...args, 'serve'], { env, ...user, stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  const [out, complaints] = [collect(child.stdout), collect(child.stderr)];
  const urlOf = () => /^Setpoint is ready: (\S+)$/m.exec(out())?.[1];
  while (urlOf() === undefined && child.exitCode === null) await Promise.race([once(child.stdout, 'data'), exited]);
  const url = urlOf();
  if (url === undefined) throw new Error(`the service ended:\n${out()}${complaints()}`);
  return {
    url,
    env,
    complaints,
    async [Symbol.asyncDispose]() {
      child.kill('SIGTERM');
      await exited;
    },
  };
}
