import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unless } from '@setpoint/server/testing/unless';
import { whyNotArm64 } from './fetch-arm64.ts';
import { type Architecture, type ImageTools, openImageTools, OWN, whyNoImages } from './image-tools.ts';

const LARGEST_BYTES = 160_000_000;
const HARDENED = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];

const WHY_NOT = whyNotArm64();
const ARCHITECTURES: readonly Architecture[] = WHY_NOT === undefined ? [...new Set([OWN, 'arm64' as const])] : [OWN];

it('the image for arm64 is among those that are built and run here', unless(whyNoImages ?? WHY_NOT), () => {
  expect(ARCHITECTURES).toContain('arm64');
});

describe.each(ARCHITECTURES)(
  'the image for %s, from deploy/Dockerfile and the package',
  unless(whyNoImages),
  (architecture) => {
    const image = `localhost/setpoint:tested-${architecture}`;
    let tools: ImageTools;
    const names: string[] = [];

    beforeAll(() => {
      tools = openImageTools(image, architecture);
    });

    afterAll(() => {
      for (const name of names) podman('rm', '-f', '-v', '-t', '0', name);
      tools[Symbol.dispose]();
    });

    it('is small, says what it is, and runs as nobody in particular', () => {
      const [inspected] = JSON.parse(podman('image', 'inspect', image).out) as {
        readonly Architecture: string;
        readonly Size: number;
      }[];
      expect(inspected).toMatchObject({
        Architecture: architecture,
        Config: {
          User: '65532:0',
          Labels: { 'org.opencontainers.image.version': '1.2.3', 'org.opencontainers.image.licenses': 'Apache-2.0' },
        },
      });
      expect(inspected?.Size).toBeLessThan(LARGEST_BYTES);
      const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };
      expect(podman('run', '--rm', '--network', 'none', image, '--version')).toMatchObject({
        code: 0,
        out: `${version}\n`,
      });
    });

    it('refuses to listen for other machines without TLS, and says what to set', () => {
      const { code, text } = podman('run', '--rm', '--network', 'none', image);
      expect([code, text]).toEqual([78, expect.stringContaining('SETPOINT_TLS=terminated-upstream')]);
    });

    it.each([[[]], [['--user', '12345:0']]])('serves without any right, from a read-only root (%j)', (options) => {
      const name = start(options);
      expect(inside(name, 'setpoint', 'health', '--wait', '60')).toMatchObject({ code: 0, out: 'ready\n' });
      expect(inside(name, 'setpoint', 'site', 'add', 'Nordhafen')).toMatchObject({ code: 0 });
      const machine = inside(name, '/nodejs/bin/node', '-p', "process.arch.replace('x64', 'amd64')");
      expect(machine.out).toBe(`${architecture}\n`);
      const status = inside(
        name,
        '/nodejs/bin/node',
        '-p',
        "require('node:fs').readFileSync('/proc/1/status', 'utf8')",
      );
      expect(status.out).toMatch(/^Uid:\t(?!0)/m);
      for (const line of ['CapEff:\t0000000000000000', 'NoNewPrivs:\t1']) expect(status.out).toContain(`\n${line}\n`);
      const write = inside(name, '/nodejs/bin/node', '-e', "require('node:fs').writeFileSync('/opt/setpoint/x', '')");
      expect([write.code === 0, write.text]).toEqual([false, expect.stringContaining('EROFS')]);
      // Emulated, it may take longer than the time that it has.
      if (architecture === OWN) expect(podman('healthcheck', 'run', name).code).toBe(0);
      podman('stop', '-t', '15', name);
      expect(podman('inspect', name, '--format', '{{.State.ExitCode}}').out).toBe('0\n');
    });

    it('compiles nothing that it compiled when it was built', () => {
      const name = start(['-e', 'NODE_DEBUG_NATIVE=COMPILE_CACHE']);
      const health = inside(name, 'setpoint', 'health', '--wait', '60');
      for (const { text } of [health, podman('logs', name)]) {
        expect(text).toMatch(/\/opt\/setpoint\/dist\/node\/main\.js was accepted/);
        expect(text).not.toMatch(/was rejected|was not initialized/);
      }
    });

    function start(options: readonly string[]): string {
      const name = `setpoint-tested-${process.pid}-${names.length}`;
      names.push(name);
      const upstream = ['-e', 'SETPOINT_TLS=terminated-upstream'];
      const started = podman(
        'run',
        '-d',
        '--name',
        name,
        '--network',
        'none',
        ...HARDENED,
        ...upstream,
        ...options,
        image,
      );
      expect(started).toMatchObject({ code: 0 });
      return name;
    }

    const inside = (name: string, ...command: readonly string[]) => podman('exec', name, ...command);
    const podman = (...options: readonly string[]) => tools.run('podman', ...options);
  },
);
