import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs';
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import { get } from 'node:https';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { lookUntil } from '../harness/look-until.ts';
import { freePorts } from '../harness/free-ports.ts';
import { copyPrograms, installedPrograms } from '../postgres/start-postgres.ts';
import { hasImageTools, type ImageTools, openImageTools } from './image-tools.ts';

const IMAGE = 'localhost/setpoint:composed';
const DATABASE = 'localhost/postgres:composed';
const PROXY = 'localhost/proxy:composed';
// The proxy signs for such a name itself, and asks nobody.
const PUBLIC_NAME = 'setpoint.localhost';
const WITH_TLS = ['-f', 'deploy/compose.tls.yaml'];
const READ_ROOT = "require('node:fs').readFileSync('/data/caddy/pki/authorities/local/root.crt', 'utf8')";
const READY_WITHIN_MS = 40_000;
const PROJECT = `setpoint-tested-${process.pid}`;
// Names of containers are found by this plugin of podman's networks.
const hasNames = existsSync('/usr/lib/cni/dnsname');
const CADDY = '/usr/bin/caddy';
const hasProxy = existsSync(CADDY);
const hasCompose = spawnSync('podman-compose', ['--version']).error === undefined;

describe.runIf(hasImageTools && hasCompose && hasNames)('deploy/compose.yaml', () => {
  let tools: ImageTools;
  let url: string;

  beforeAll(async () => {
    tools = openImageTools(IMAGE);
    buildDatabase(tools);
    const [port = 0] = await freePorts(1);
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

  it.runIf(hasProxy)(
    'is reached by TLS alone behind deploy/compose.tls.yaml, under the name that it has there',
    async () => {
      buildProxy(tools);
      compose('down');
      const started = compose(...WITH_TLS, 'up', '-d');
      expect(started.code === 0 ? '' : started.text).toBe('');
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
      expect(setpoint('console').out).toContain(`https://${PUBLIC_NAME}/#sign-in=`);
      compose(...WITH_TLS, 'down');
    },
  );

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

const START = `
const { execFileSync, spawn } = require('node:child_process');
const { appendFileSync, existsSync, writeFileSync } = require('node:fs');
const { POSTGRES_USER: user, POSTGRES_DB: database, POSTGRES_PASSWORD: password } = process.env;
const folder = '/var/lib/postgresql/data';
if (!existsSync(folder + '/PG_VERSION')) {
  writeFileSync('/tmp/password', password);
  execFileSync('/pg/bin/initdb', ['-D', folder, '-U', user, '--pwfile=/tmp/password', '-A', 'scram-sha-256', '-E', 'UTF8']);
  appendFileSync(folder + '/pg_hba.conf', 'host all all all scram-sha-256');
  execFileSync('/pg/bin/postgres', ['--single', '-D', folder, 'postgres'], { input: 'CREATE DATABASE ' + database });
}
const server = spawn('/pg/bin/postgres', ['-D', folder, '-c', 'listen_addresses=*', '-k', '/tmp'], { stdio: 'inherit' });
process.on('SIGTERM', () => server.kill('SIGINT'));
server.on('exit', (code) => process.exit(code));
`;

/** A PostgreSQL that takes the settings of the public image, of the binaries that tests have anyway. */
function buildDatabase(tools: ImageTools): void {
  const context = join(tools.folder, 'database');
  mkdirSync(join(context, 'bin'), { recursive: true });
  copyPrograms(installedPrograms(), context);
  copyFileSync('/bin/sh', join(context, 'bin/sh'));
  for (const library of globSync('/lib/x86_64-linux-gnu/lib{c,m,z,dl,rt,pthread}.so.*')) {
    mkdirSync(join(context, 'lib'), { recursive: true });
    copyFileSync(library, join(context, 'lib', basename(library)));
  }
  writeFileSync(join(context, 'start.js'), START);
  const own =
    "require('node:fs').mkdirSync('/var/lib/postgresql/data',{recursive:true});require('node:fs').chownSync('/var/lib/postgresql/data',65532,0)";
  writeFileSync(
    join(context, 'Dockerfile'),
    `FROM localhost/base:tested
COPY native /pg
COPY bin /bin
COPY lib /lib/x86_64-linux-gnu
COPY start.js /start.js
ENV LD_LIBRARY_PATH=/pg/lib PATH=/bin:/pg/bin
RUN ["/nodejs/bin/node", "-e", "${own}"]
USER 65532:0
ENTRYPOINT ["/nodejs/bin/node", "/start.js"]
`,
  );
  tools.build(context, '-t', DATABASE, '--pull-never');
}

/** The proxy of a package of this machine, in the folders of the public image. */
function buildProxy(tools: ImageTools): void {
  const context = join(tools.folder, 'proxy');
  mkdirSync(join(context, 'lib'), { recursive: true });
  copyFileSync(CADDY, join(context, 'caddy'));
  const [library = ''] = globSync('/usr/lib/x86_64-linux-gnu/libzstd.so.1');
  if (library !== '') copyFileSync(library, join(context, 'lib', basename(library)));
  writeFileSync(
    join(context, 'Dockerfile'),
    'FROM localhost/base:tested\nCOPY caddy /bin/caddy\nCOPY lib /lib/x86_64-linux-gnu\nENV PATH=/bin XDG_DATA_HOME=/data XDG_CONFIG_HOME=/config\n',
  );
  tools.build(context, '-t', PROXY, '--pull-never');
}

interface Answered {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
}

/** Asks what is on the usual port of this machine, and believes that authority alone. */
async function askByTls(path: string, ca: string): Promise<Answered> {
  const asked = get({ host: '127.0.0.1', servername: PUBLIC_NAME, headers: { host: PUBLIC_NAME }, path, ca });
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  answer.resume();
  return { status: answer.statusCode, headers: answer.headers };
}
