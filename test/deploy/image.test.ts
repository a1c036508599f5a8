import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasImageTools, type ImageTools, openImageTools } from './image-tools.ts';

const IMAGE = 'localhost/setpoint:tested';
const LARGEST_BYTES = 160_000_000;
const HARDENED = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];

describe.runIf(hasImageTools)('the image, from deploy/Dockerfile and the package', () => {
  let tools: ImageTools;
  const names: string[] = [];

  beforeAll(() => {
    tools = openImageTools(IMAGE);
  });

  afterAll(() => {
    for (const name of names) podman('rm', '-f', '-t', '0', name);
    tools[Symbol.dispose]();
  });

  it('is small, says what it is, and runs as nobody in particular', () => {
    const [{ Size: size, Config: config } = { Size: 0, Config: undefined }] = JSON.parse(
      podman('image', 'inspect', IMAGE).out,
    ) as { Size: number; Config: { User: string; Labels: Record<string, string> } }[];
    expect(size).toBeLessThan(LARGEST_BYTES);
    expect(config?.User).toBe('65532:0');
    expect(config?.Labels).toMatchObject({
      'org.opencontainers.image.version': '1.2.3',
      'org.opencontainers.image.licenses': 'Apache-2.0',
    });
  });

  it('refuses to listen for other machines without TLS, and says what to set', () => {
    const { code, text } = podman('run', '--rm', '--network', 'none', IMAGE);
    expect([code, text]).toEqual([78, expect.stringContaining('SETPOINT_TLS=terminated-upstream')]);
  });

  it.each([[[]], [['--user', '12345:0']]])('serves without any right, from a read-only root (%j)', (options) => {
    const name = start(options);
    expect(inside(name, 'setpoint', 'health', '--wait', '60')).toMatchObject({ code: 0, out: 'ready\n' });
    expect(inside(name, 'setpoint', 'site', 'add', 'Nordhafen')).toMatchObject({ code: 0 });
    const status = inside(name, '/nodejs/bin/node', '-p', "require('node:fs').readFileSync('/proc/1/status', 'utf8')");
    expect(status.out).toMatch(/^Uid:\t(?!0)/m);
    for (const line of ['CapEff:\t0000000000000000', 'NoNewPrivs:\t1']) expect(status.out).toContain(`\n${line}\n`);
    const write = inside(name, '/nodejs/bin/node', '-e', "require('node:fs').writeFileSync('/opt/setpoint/x', '')");
    expect([write.code === 0, write.text]).toEqual([false, expect.stringContaining('EROFS')]);
    expect(podman('healthcheck', 'run', name).code).toBe(0);
    podman('stop', '-t', '15', name);
    expect(podman('inspect', name, '--format', '{{.State.ExitCode}}').out).toBe('0\n');
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
      IMAGE,
    );
    expect(started).toMatchObject({ code: 0 });
    return name;
  }

  const inside = (name: string, ...command: readonly string[]) => podman('exec', name, ...command);
  const podman = (...options: readonly string[]) => tools.run('podman', ...options);
});
