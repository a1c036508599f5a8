import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ifThere, unless } from '@setpoint/server/testing/unless';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { choosePort } from '@setpoint/server/testing/rooms/platform';
import { buildDatabase } from './build-database.ts';
import { buildProxy, hasProxy, PUBLIC_NAME } from './build-proxy.ts';
import { type ImageTools, openImageTools, whyNoImages } from './image-tools.ts';
import { installBlocks } from './install-page.ts';

const DEPLOY = fileURLToPath(new URL('../../../deploy', import.meta.url));
const TAG = 'composed';
const IMAGE = `localhost/setpoint:${TAG}`;
const DATABASE = 'localhost/postgres:composed';
const PROXY = 'localhost/proxy:composed';
const WITH_TLS = ['-f', 'deploy/compose.tls.yaml'];
const READ_ROOT = "require('node:fs').readFileSync('/data/caddy/pki/authorities/local/root.crt', 'utf8')";
const READY_WITHIN_MS = 40_000;
// Names of containers are found by this plugin of podman's networks.
const hasNames = existsSync('/usr/lib/cni/dnsname');
const hasCompose = spawnSync('podman-compose', ['--version']).error === undefined;
const whyNoCompose = hasCompose && hasNames ? undefined : 'podman-compose, or the plugin dnsname, is not there';
const PROJECT = `setpoint-tested-${process.pid}`;

// `docker compose` is podman-compose here, which has another way to say that there is no terminal, and, unlike the other,
// does not wait until what others depend on is healthy.
const DOCKER = `#!/bin/sh
shift
for word do
  shift
  case "$word" in
    exec) set -- "$@" exec -T ;;
    *) set -- "$@" "$word" ;;
  esac
done
podman-compose -p ${PROJECT} "$@" || exit
case " $* " in
  *" up "*)
    for second in $(seq 60); do
      podman exec ${PROJECT}_setpoint_1 setpoint health > /dev/null && exit
      sleep 1
    done ;;
esac
`;

describe('deploy/compose.yaml', unless(whyNoImages ?? whyNoCompose), () => {
  let tools: ImageTools;
  let url: string;

  beforeAll(async () => {
    tools = openImageTools(IMAGE);
    buildDatabase(tools, DATABASE);
    const port = await choosePort('127.0.0.1', 0);
    url = `http://127.0.0.1:${port}`;
    const settings = {
      DB_PASSWORD: 'a0b1c2d3',
      SETPOINT_IMAGE: IMAGE,
      POSTGRES_IMAGE: DATABASE,
      SETPOINT_PORT: port,
      SITE_NAME: PUBLIC_NAME,
      CADDY_IMAGE: PROXY,
    };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
    writeFileSync(join(tools.folder, 'env'), lines.join(''));
  });

  afterAll(() => {
    compose(...WITH_TLS, 'down', '-v');
    tools.run('podman', 'rmi', '-f', DATABASE, PROXY);
    tools[Symbol.dispose]();
  });

  it('runs the service over its database, on this machine alone, and keeps what was set when it is made anew', async () => {
    await start();
    expect(setpoint('site', 'add', 'Nordhafen').code).toBe(0);
    expect(compose('down')).toMatchObject({ code: 0 });
    await start();
    expect(setpoint('site', 'list').out).toContain('Nordhafen');
    expect(tools.run('podman', 'port', `${PROJECT}_setpoint_1`).out).toMatch(/^8080\/tcp -> 127\.0\.0\.1:\d+\n$/);
  });

  it(
    'the block of docs/learn/install.md runs it behind deploy/compose.tls.yaml, where it is reached by TLS alone',
    ifThere(hasProxy, 'caddy'),
    async () => {
      buildProxy(tools, PROXY);
      // The block makes a password of its own.
      compose('down', '-v');
      const said = paste(installBlocks('Compose')[0]);
      expect(said.code === 0 ? '' : said.text).toBe('');
      expect(said.out).toMatch(/^ready$/m);
      expect(said.out).toContain(`https://${PUBLIC_NAME}/#sign-in=`);
      const rootOf = async () => tools.run('podman', 'exec', `${PROJECT}_proxy_1`, '/nodejs/bin/node', '-p', READ_ROOT);
      const giveUpAt = performance.now() + READY_WITHIN_MS;
      const isOver = () => performance.now() > giveUpAt;
      const root = await lookUntil(rootOf, ({ code }) => code === 0 || isOver());
      const ask = () => askByTls('/api/v1/public/health', root.out).catch(() => undefined);
      const answer = await lookUntil(ask, (each) => each?.status === 204 || isOver());
      const logs = () => tools.run('podman', 'logs', `${PROJECT}_proxy_1`).text;
      expect(answer?.status === 204 ? '' : logs()).toBe('');
      expect(answer?.headers['strict-transport-security']).toContain('max-age');
      const plain = await fetch('http://127.0.0.1/api', { redirect: 'manual', headers: { Host: PUBLIC_NAME } });
      expect(plain.status).toBeGreaterThanOrEqual(300);
    },
  );

  // As it stands, but for the name of the image and that of the host.
  function paste(block = '') {
    const folder = join(tools.folder, 'checkout');
    mkdirSync(join(folder, 'bin'), { recursive: true });
    symlinkSync(DEPLOY, join(folder, 'deploy'));
    writeFileSync(join(folder, 'bin/docker'), DOCKER, { mode: 0o755 });
    const own = { PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}`, POSTGRES_IMAGE: DATABASE };
    const settings = { ...own, CADDY_IMAGE: PROXY, SETPOINT_PORT: new URL(url).port };
    const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    const named = block.replaceAll('X.Y.Z', TAG).replaceAll('setpoint.example.com', PUBLIC_NAME);
    return tools.run('env', '-C', folder, ...lines, 'bash', '-e', '-c', named);
  }

  async function start(): Promise<void> {
    expect(compose('up', '-d')).toMatchObject({ code: 0 });
    // The service may be started before its database answers, and is then started again.
    const ask = () => fetch(`${url}/api/v1/public/health`).catch(() => undefined);
    const giveUpAt = performance.now() + READY_WITHIN_MS;
    const answered = await lookUntil(ask, (answer) => answer?.status === 204 || performance.now() > giveUpAt);
    if (answered?.status === 204) return;
    const said = ['db', 'setpoint'].map((name) => tools.run('podman', 'logs', `${PROJECT}_${name}_1`).text);
    throw new Error(said.join('\n'));
  }

  const setpoint = (...command: readonly string[]) =>
    tools.run('podman', 'exec', `${PROJECT}_setpoint_1`, 'setpoint', ...command);

  function compose(...command: readonly string[]) {
    const env = join(tools.folder, 'env');
    return tools.run('podman-compose', '-p', PROJECT, '--env-file', env, '-f', 'deploy/compose.yaml', ...command);
  }
});

/** Asks what is on the usual port of this machine, and believes that authority alone. */
async function askByTls(path: string, ca: string) {
  const asked = get({ host: '127.0.0.1', servername: PUBLIC_NAME, headers: { host: PUBLIC_NAME }, path, ca });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return { status: answer.statusCode, headers: answer.headers };
}
