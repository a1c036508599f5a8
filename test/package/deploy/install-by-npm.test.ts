import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { collect } from '../../support/service/run-setpoint.ts';
import { ANY_PORTS, HAS_STARTED, linesToPaste } from '../demo/start-demo.ts';
import { installBlocks, installHeadings } from './install-page.ts';
import { folderOfTests } from '@setpoint/server/testing/test-folder';

const TARBALL = process.env['SETPOINT_TEST_PACKAGE'] ?? '';

it('each section of docs/learn/install.md with commands has a test that runs them', () => {
  expect(installHeadings()).toEqual(['npm', 'Image', 'Compose', 'systemd', 'Kubernetes']);
});

describe('docs/learn/install.md, from an empty folder with an empty cache and without a registry', () => {
  const folder = folderOfTests();
  let env: Readonly<Record<string, string>>;

  beforeAll(() => {
    cpSync(TARBALL, join(folder, 'setpoint-X.Y.Z.tgz'));
    const ofNpm = { npm_config_prefix: folder, npm_config_cache: `${folder}/cache`, npm_config_offline: 'true' };
    const path = [join(folder, 'bin'), dirname(process.execPath), process.env['PATH'] ?? ''].join(':');
    env = { HOME: folder, PATH: path, npm_config_update_notifier: 'false', ...ofNpm };
  });

  it('npm installs the program, which serves what the other blocks ask for', async () => {
    const [install = '', ...others] = installBlocks('npm');
    const service = start(install, ANY_PORTS);
    const [, port = ''] =
      /Setpoint is ready: http:..127.0.0.1:(\d+)/.exec(await service.says('Setpoint is ready: ')) ?? [];
    const outcomes: string[] = [];
    // But for the port, which may be taken here.
    for (const block of others) outcomes.push(await run(block.replaceAll('8080', port)));
    const [list, set, client] = outcomes;
    expect(list).toContain('"siteName":"First site"');
    expect(set).toContain('"accepted":2');
    expect(client).toMatch(/schedule/);
    await service.stop();
    // The sentence after the blocks.
    const demo = start('setpoint demo', ANY_PORTS);
    const [line = ''] = linesToPaste(await demo.says(HAS_STARTED));
    expect(await run(line)).toContain('Brewery Plzen');
    await demo.stop();
  });

  async function run(block: string): Promise<string> {
    const child = spawn('bash', ['-e', '-o', 'pipefail', '-c', block], { cwd: folder, env });
    const [out, error] = [collect(child.stdout), collect(child.stderr)];
    await once(child, 'close');
    expect([child.exitCode, block, error()]).toEqual([0, block, expect.any(String)]);
    return out();
  }

  function start(block: string, more: Readonly<Record<string, string>>) {
    // A group of its own: a terminal sends Ctrl-C to all of it.
    const child = spawn('bash', ['-e', '-c', block], { cwd: folder, env: { ...env, ...more }, detached: true });
    const [out, error] = [collect(child.stdout), collect(child.stderr)];
    const closed = once(child, 'close');
    return {
      async says(sentence: string): Promise<string> {
        while (!out().includes(sentence)) {
          await Promise.race([once(child.stdout, 'data'), closed]);
          if (child.exitCode !== null) throw new Error(`${block} ended:\n${out()}${error()}`);
        }
        return out();
      },
      async stop(): Promise<void> {
        process.kill(-(child.pid ?? 0), 'SIGINT');
        await closed;
      },
    };
  }
});
