import { spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROGRAM } from '../program.ts';

// `npm run check:deploy` asks for it: to build an image takes a minute and 300 MB.
const isAsked = process.env['SETPOINT_TEST_IMAGES'] === 'true';
const hasTools = ['podman', 'buildah', 'runc'].every((tool) => spawnSync(tool, ['--version']).error === undefined);
const isRoot = process.getuid?.() === 0;
const IMAGE = 'localhost/setpoint:tested';
const LARGEST_BYTES = 160_000_000;
const HARDENED = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'];

describe.runIf(isAsked && hasTools && isRoot)('the image, from deploy/Dockerfile and the package', () => {
  let folder: string;
  const names: string[] = [];

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'setpoint-image-'));
    const engine =
      '[containers]\ndefault_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]\n[engine]\nruntime = "runc"\n';
    writeFileSync(join(folder, 'containers.conf'), `${engine}cgroup_manager = "cgroupfs"\nevents_logger = "file"\n`);
    makeBase(join(folder, 'base'));
    build(join(folder, 'base'), ['-t', 'localhost/base:tested']);
    mkdirSync(join(folder, 'context'));
    cpSync(dirname(dirname(PROGRAM)), join(folder, 'context/package'), { recursive: true });
    const args = ['BASE=localhost/base:tested', 'VERSION=1.2.3'].flatMap((arg) => ['--build-arg', arg]);
    build(join(folder, 'context'), ['-t', IMAGE, '-f', 'deploy/Dockerfile', '--pull-never', ...args]);
  });

  afterAll(() => {
    for (const name of names) podman('rm', '-f', '-t', '0', name);
    podman('rmi', '-f', IMAGE, 'localhost/base:tested');
    rmSync(folder, { recursive: true, force: true });
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
  const podman = (...options: readonly string[]) => run('podman', options);

  function build(context: string, options: readonly string[]): void {
    const done = run('buildah', ['bud', '--isolation', 'chroot', '--format', 'docker', ...options, context]);
    if (done.code !== 0) throw new Error(done.text);
  }

  function run(command: string, options: readonly string[]) {
    const env = { ...process.env, CONTAINERS_CONF: join(folder, 'containers.conf') };
    const { status: code, stdout: out, stderr } = spawnSync(command, options, { env, encoding: 'utf8' });
    return { code, out, text: `${out}${stderr}` };
  }
});

/** What the public base has, of this machine: Node with its libraries, and nobody but nonroot. */
function makeBase(folder: string): void {
  for (const path of ['nodejs/bin', 'etc', 'usr/local/bin']) mkdirSync(join(folder, path), { recursive: true });
  mkdirSync(join(folder, 'tmp'), { mode: 0o777 });
  copyFileSync(process.execPath, join(folder, 'nodejs/bin/node'));
  const libraries = spawnSync('ldd', [process.execPath], { encoding: 'utf8' }).stdout.match(/\/\S+(?= \()/g) ?? [];
  for (const library of libraries) {
    mkdirSync(join(folder, dirname(library)), { recursive: true });
    copyFileSync(library, join(folder, library));
  }
  writeFileSync(join(folder, 'etc/passwd'), 'root:x:0:0::/:/none\nnonroot:x:65532:65532::/:/none\n');
  writeFileSync(join(folder, 'Dockerfile'), 'FROM scratch\nCOPY . /\n');
}
