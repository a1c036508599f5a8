import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ifThere, unless } from '@setpoint/server/testing/unless';
import { PROGRAM } from '../../support/service/program.ts';
import { BASE, whyNoImages, type ImageTools, openImageTools } from './image-tools.ts';
import { installBlocks } from './install-page.ts';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const TARBALL = process.env['SETPOINT_TEST_PACKAGE'] ?? '';
// What deploy/Dockerfile names; here it is made of this machine.
const PUBLIC_BASE = 'gcr.io/distroless/nodejs24-debian12:nonroot';

// `docker` is podman here, with the same arguments.
const DOCKER = `#!/bin/sh
case "$1" in
  build) shift; exec buildah bud --isolation chroot --format docker --pull-never "$@" ;;
  *) exec podman "$@" ;;
esac
`;

describe('docs/learn/install.md, the image', unless(whyNoImages), () => {
  let tools: ImageTools;
  let folder: string;

  beforeAll(() => {
    tools = openImageTools('localhost/setpoint:installed');
    tools.run('podman', 'tag', BASE, PUBLIC_BASE);
    folder = join(tools.folder, 'checkout');
    mkdirSync(join(folder, 'bin'), { recursive: true });
    symlinkSync(join(ROOT, 'deploy'), join(folder, 'deploy'));
    copyFileSync(TARBALL, join(folder, `setpoint-${version()}.tgz`));
    writeFileSync(join(folder, 'bin/docker'), DOCKER, { mode: 0o755 });
  });
  afterAll(() => {
    tools.run('podman', 'rm', '-f', '-v', '-t', '0', 'setpoint');
    tools.run('podman', 'volume', 'rm', '-f', 'setpoint');
    tools.run('podman', 'rmi', '-f', PUBLIC_BASE, `localhost/setpoint:${version()}`);
    tools[Symbol.dispose]();
  });

  it('is built, runs, and gives out a link to the console', () => {
    const [block = ''] = installBlocks('Image');
    const published = '-p 127.0.0.1:8080:8080';
    expect(block).toContain(published);
    // But for the port, which may be taken here.
    const said = run(block.replaceAll('X.Y.Z', version()).replace(published, '-p 127.0.0.1::8080'));
    expect(said).toMatchObject({ code: 0 });
    expect(said.text).toContain('https://setpoint.example.com/#sign-in=');
  });

  function run(block: string) {
    const path = `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`;
    return tools.run('env', '-C', folder, `PATH=${path}`, 'bash', '-e', '-c', block);
  }
});

const hasKubectl = spawnSync('kubectl', ['version', '--client']).error === undefined;
const hasUuids = spawnSync('uuidgen').error === undefined;
const hasHelm = spawnSync('helm', ['version']).error === undefined;

// No cluster is changed: what would be sent is made, and not sent.
const KUBECTL = `#!/bin/sh
case " $* " in
  *" create "*) exec "$KUBECTL" "$@" --dry-run=client -o name ;;
  *" exec "*) echo "exec $*" ;;
esac
`;
const UUIDGEN = '#!/bin/sh\ncat /proc/sys/kernel/random/uuid\n';
const HELM = `#!/bin/sh
shift
[ -z "$HELM" ] || exec "$HELM" template --kube-version 1.34.0 "$@"
`;

describe('docs/learn/install.md, Kubernetes', () => {
  it('kubectl takes its commands, and helm its values where it is there', ifThere(hasKubectl, 'kubectl'), () => {
    const folder = mkdtempSync(join(tmpdir(), 'setpoint-cluster-'));
    const stands = [
      ['kubectl', KUBECTL],
      ['helm', HELM],
      ...(hasUuids ? [] : [['uuidgen', UUIDGEN] as const]),
    ] as const;
    for (const [name, text] of stands) writeFileSync(join(folder, name), text, { mode: 0o755 });
    const env = {
      ...process.env,
      PATH: `${folder}:${process.env['PATH'] ?? ''}`,
      KUBECTL: placeOf('kubectl'),
      HELM: hasHelm ? placeOf('helm') : '',
    };
    const [block = ''] = installBlocks('Kubernetes');
    const { status, stdout, stderr } = spawnSync('bash', ['-e', '-c', block], { cwd: ROOT, encoding: 'utf8', env });
    expect([status, stderr]).toEqual([0, '']);
    for (const made of ['namespace/setpoint', 'secret/setpoint-database', 'secret/setpoint-operator']) {
      expect(stdout).toContain(`${made}\n`);
    }
    rmSync(folder, { recursive: true });
  });
});

function placeOf(program: string): string {
  return spawnSync('bash', ['-c', `command -v ${program}`], { encoding: 'utf8' }).stdout.trim();
}

function version(): string {
  const manifest = readFileSync(join(dirname(PROGRAM), '../package.json'), 'utf8');
  return (JSON.parse(manifest) as { version: string }).version;
}
