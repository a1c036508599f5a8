import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PROGRAM } from '../../support/service/program.ts';
import { type BaseFiles, fetchArm64 } from './fetch-arm64.ts';

const hasTool = (tool: string) => spawnSync(tool, ['--version']).error === undefined;

const MISSING = ['podman', 'buildah', 'runc'].filter((tool) => !hasTool(tool));

/** Why images cannot be built and run here. */
export const whyNoImages =
  process.getuid?.() === 0
    ? MISSING.length === 0
      ? undefined
      : `${MISSING.join(', ')} are not there`
    : 'only root may run images here';

/** The architectures that are published, as images name them. */
export type Architecture = 'amd64' | 'arm64';
export const OWN: Architecture = process.arch === 'arm64' ? 'arm64' : 'amd64';

/** What deploy/Dockerfile stands on here. */
export const BASE = baseFor(OWN);

export type ImageTools = ReturnType<typeof openImageTools>;

/** Builds the image from deploy/Dockerfile and the package, on a base of this machine, with settings of its own. */
export function openImageTools(image: string, architecture = OWN) {
  const folder = mkdtempSync(join(tmpdir(), 'setpoint-image-'));
  const engine =
    '[containers]\ndefault_ulimits = ["nofile=4096:4096", "nproc=4096:4096"]\n[engine]\nruntime = "runc"\n';
  writeFileSync(join(folder, 'containers.conf'), `${engine}cgroup_manager = "cgroupfs"\nevents_logger = "file"\n`);
  const run = (command: string, ...options: readonly string[]) => {
    const env = { ...process.env, CONTAINERS_CONF: join(folder, 'containers.conf') };
    const { status: code, stdout: out, stderr } = spawnSync(command, options, { env, encoding: 'utf8' });
    return { code, out, text: `${out}${stderr}` };
  };
  const build = (context: string, ...options: readonly string[]) => {
    const here = ['--isolation', 'chroot', '--format', 'docker', '--arch', architecture];
    const done = run('buildah', 'bud', ...here, ...options, context);
    if (done.code !== 0) throw new Error(done.text);
  };
  const base = baseFor(architecture);
  makeBase(join(folder, 'base'), architecture === OWN ? ownFiles() : fetchArm64(join(folder, 'fetched')));
  build(join(folder, 'base'), '-t', base);
  mkdirSync(join(folder, 'context'));
  cpSync(dirname(dirname(PROGRAM)), join(folder, 'context/package'), { recursive: true });
  const args = [`BASE=${base}`, 'VERSION=1.2.3'].flatMap((arg) => ['--build-arg', arg]);
  build(join(folder, 'context'), '-t', image, '-f', 'deploy/Dockerfile', '--pull-never', ...args);
  return {
    folder,
    image,
    run,
    build,
    [Symbol.dispose]() {
      run('podman', 'rmi', '-f', image);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function baseFor(architecture: Architecture): string {
  return `localhost/base:tested-${architecture}`;
}

function ownFiles(): BaseFiles {
  const node = process.execPath;
  const libraries = spawnSync('ldd', [node], { encoding: 'utf8' }).stdout.match(/\/\S+(?= \()/g) ?? [];
  return { node, libraries: libraries.map((path) => [path, path] as const) };
}

/** What the public base has: Node with its libraries, and nobody but nonroot. */
function makeBase(folder: string, { node, libraries }: BaseFiles): void {
  for (const path of ['nodejs/bin', 'etc', 'usr/local/bin']) mkdirSync(join(folder, path), { recursive: true });
  mkdirSync(join(folder, 'tmp'));
  // The umask does not count here.
  chmodSync(join(folder, 'tmp'), 0o1777);
  copyFileSync(node, join(folder, 'nodejs/bin/node'));
  for (const [from, to] of libraries) {
    mkdirSync(join(folder, dirname(to)), { recursive: true });
    copyFileSync(from, join(folder, to));
  }
  writeFileSync(join(folder, 'etc/passwd'), 'root:x:0:0::/:/none\nnonroot:x:65532:65532::/:/none\n');
  writeFileSync(join(folder, 'Dockerfile'), 'FROM scratch\nCOPY . /\n');
}
