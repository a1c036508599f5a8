import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freePorts } from '../harness/free-ports.ts';
import { type Registry, servePackage } from '../package/serve-package.ts';
import { PROGRAM } from '../program.ts';
import { collect } from '../run-setpoint.ts';
import { ANY_PORTS, HAS_STARTED, linesToPaste } from '../start-demo.ts';
import { installBlocks, installHeadings } from './install-page.ts';

const TARBALL = process.env['SETPOINT_TEST_PACKAGE'] ?? '';
// A quiet machine with two cores takes 6 s; one that has more to do may take longer by as much.
const mostMs = ([load = 0] = loadavg()) => 30_000 * Math.max(1, load / availableParallelism());

it('each section of docs/install.md with commands has a test that runs them', () => {
  expect(installHeadings()).toEqual(['npx', 'npm', 'Image', 'Compose', 'systemd', 'Kubernetes']);
});

describe('docs/install.md, from an empty folder with an empty cache', () => {
  let registry: Registry;
  let folder: string;
  let env: Readonly<Record<string, string>>;

  beforeAll(async () => {
    const manifest = JSON.parse(readFileSync(join(dirname(PROGRAM), '../package.json'), 'utf8')) as Manifest;
    registry = await servePackage(TARBALL, manifest);
    folder = mkdtempSync(join(tmpdir(), 'setpoint-install-'));
    const ofNpm = { npm_config_registry: registry.url, npm_config_prefix: folder, npm_config_cache: `${folder}/cache` };
    const path = [join(folder, 'bin'), dirname(process.execPath), process.env['PATH'] ?? ''].join(':');
    env = { HOME: folder, PATH: path, npm_config_update_notifier: 'false', ...ofNpm };
  });
  afterAll(async () => {
    await registry[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true });
  });

  it('npx brings the demonstration, in less than half a minute until the first line to paste is answered', async () => {
    expect(readdirSync(folder)).toEqual([]);
    const [block = ''] = installBlocks('npx');
    const startedAt = performance.now();
    const demo = start(block, ANY_PORTS);
    const [line = ''] = linesToPaste(await demo.says(HAS_STARTED));
    const sites = await run(line);
    const tookMs = performance.now() - startedAt;
    await demo.stop();
    expect(sites).toContain('Brewery Plzen');
    expect(tookMs).toBeLessThan(mostMs());
  });

  it('npm installs the program, which serves what the other blocks ask for', async () => {
    const [port = 0] = await freePorts(1);
    // But for the port, which may be taken here.
    const [install = '', ...others] = installBlocks('npm').map((block) => block.replaceAll('8080', String(port)));
    const service = start(install, { ...ANY_PORTS, SETPOINT_HTTP_PORT: String(port) });
    await service.says(`Setpoint is ready: http://127.0.0.1:${port}`);
    const outcomes: string[] = [];
    for (const block of others) outcomes.push(await run(block));
    const [list, set, client] = outcomes;
    expect(list).toContain('"siteName":"Nordhafen 1"');
    expect(set).toContain('"accepted":2');
    expect(client).toMatch(/schedule/);
    await service.stop();
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

interface Manifest {
  readonly name: string;
  readonly version: string;
}
