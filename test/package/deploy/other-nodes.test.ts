import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { unless } from '@setpoint/server/testing/unless';
import { choosePort } from '@setpoint/server/testing/rooms/platform';
import { collect, runSetpoint, startSetpoint } from '../../support/service/run-setpoint.ts';
import { startDemo } from '../demo/start-demo.ts';
import { folderOfTests } from '@setpoint/server/testing/test-folder';

// The oldest that is promised, and the newest of each line, 60 MB each.
const OTHERS = ['22.13.0', '22', '24', '26'];
// The one that runs this test.
const OWN = process.version.slice(1);
// What the simulated day says of itself.
const SIMULATING = /^Simulating the last day of twelve sites; this happens only once\.\n$/;

const temporary = folderOfTests();

describe.each([OWN, ...OTHERS])('the installed program on Node %s', (version) => {
  const folder = mkdtempSync(join(temporary, 'node-'));

  it('serves, tells its health, and backs up, migrates and restores a store, without a warning', async () => {
    const node = nodeOf(version);
    const [http, ops] = [await choosePort('127.0.0.1', 0), await choosePort('127.0.0.1', 0)];
    const ports = { SETPOINT_HTTP_PORT: String(http), SETPOINT_OPS_PORT: String(ops), SETPOINT_MQTT_PORT: '0' };
    const env = { ...ports, SETPOINT_DATA_DIR: join(folder, 'data'), SETPOINT_LOG_LEVEL: 'warn' };
    const service = startSetpoint(['serve'], env, node);
    const complaints = collect(service.stderr);
    const ended = new Promise((resolve) => service.once('exit', resolve));
    const backup = join(folder, 'backup.sqlite');
    const said: string[] = [];
    const run = async (more: object, ...args: string[]) => {
      const { code, out, error } = await runSetpoint(args, { ...env, ...more }, node);
      said.push(`${args[0]} ${code}${error}`);
      return out;
    };
    try {
      await run({}, 'health', '--wait', '60');
      await run({}, 'site', 'add', 'Nordhafen');
      await run({}, 'backup', backup);
    } finally {
      service.kill('SIGTERM');
    }
    await expect(ended).resolves.toBe(0);
    await run({}, 'migrate');
    const restored = await run({ SETPOINT_DATA_DIR: join(folder, 'restored') }, 'restore', backup);
    expect(said).toEqual(['health 0', 'site 0', 'backup 0', 'migrate 0', 'restore 0']);
    expect(restored).toContain('controller key of Nordhafen');
    expect(complaints()).toBe('');
  });

  it(
    'demonstrates itself, without a warning',
    unless(version === OWN ? 'the demonstration has tests of its own on the Node of the tests' : undefined),
    async () => {
      const demo = await startDemo(join(folder, 'demo'), nodeOf(version));
      expect(demo.complaints()).toMatch(SIMULATING);
      await expect(demo.stop()).resolves.toBe(0);
    },
  );

  function nodeOf(asked: string): string {
    if (asked === OWN) return process.execPath;
    const name = `node-${process.platform}-${process.arch}`;
    const options = ['install', '--no-audit', '--no-fund', '--prefix', folder, `${name}@${asked}`];
    const { status, stderr } = spawnSync('npm', options, { cwd: folder, encoding: 'utf8' });
    expect([status, stderr]).toEqual([0, expect.any(String)]);
    const node = join(folder, 'node_modules', name, 'bin/node');
    expect(execFileSync(node, ['--version'], { encoding: 'utf8' }).startsWith(`v${asked}`)).toBe(true);
    return node;
  }
});
