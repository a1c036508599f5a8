import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, mkdtempSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { PATHS } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { PROGRAM } from '../../support/service/program.ts';
import { collect, type Environment } from '../../support/service/run-setpoint.ts';
import { ANY_PORTS } from '../demo/start-demo.ts';
import { folderOfTests } from '@setpoint/server/testing/test-folder';

// Other versions of Node, where a machine has them: their paths, with colons between them.
const NODES = [process.execPath, ...(process.env['SETPOINT_TEST_NODES'] ?? '').split(':').filter(Boolean)];
const NOBODY = 65_534;
const TARBALL = process.env['SETPOINT_TEST_PACKAGE'] ?? '';
const ENTRIES = [{ startAt: '2030-01-01T00:00:00Z', endAt: '2030-01-01T01:00:00Z', value: 5 }];

const temporary = folderOfTests();

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
    // Computed by a thread, which is a file of its own.
    const day = 'from=2030-01-01T00:00:00Z&to=2030-01-02T00:00:00Z';
    const plan = await fetch(`${service.url}/api/v1/fleet/sites/${siteId}/plan?${day}`, { headers });
    expect([plan.status, await plan.text()]).toEqual([200, expect.stringContaining('"target":5')]);

    const script = await (await fetch(`${service.url}${PATHS.reference}.js`)).text();
    expect(script.length).toBeGreaterThan(1_000_000);
    const page = await (await fetch(service.url, { headers: { Accept: 'text/html' } })).text();
    const asset = /src="([^"]+\.js)"/.exec(page)?.[1] ?? '';
    expect(await (await fetch(new URL(asset, service.url))).text()).toContain('import');
    expect(service.complaints()).toBe('');
  });

  it('names itself as it was typed, also where npx runs a file of a release', () => {
    const folder = mkdtempSync(join(temporary, 'npx-'));
    copyFileSync(TARBALL, join(folder, 'setpoint-1.2.3.tgz'));
    const ofNpm = { npm_config_offline: 'true', npm_config_cache: join(folder, 'cache'), npm_config_yes: 'true' };
    const env = { ...process.env, ...ofNpm, SETPOINT_DATA_DIR: '/nowhere' };
    const said = (command: string, args: readonly string[]) =>
      spawnSync(command, [...args, 'site', 'list'], { cwd: folder, env, encoding: 'utf8' }).stderr;
    expect(said('npx', ['./setpoint-1.2.3.tgz'])).toContain('`npx ./setpoint-1.2.3.tgz login`');
    // What a shell reads in another way is not told.
    copyFileSync(TARBALL, join(folder, "it's.tgz"));
    expect(said('npx', ["./it's.tgz"])).toContain('`setpoint login`');
    expect(said(process.execPath, [PROGRAM])).toContain('`setpoint login`');
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

async function start(
  [command = '', ...args]: readonly string[],
  dataDir: string,
  user: { uid?: number; gid?: number } = {},
) {
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
