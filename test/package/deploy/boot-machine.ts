import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { collect } from '../../support/service/run-setpoint.ts';

const ROOT = fileURLToPath(new URL('../../../node_modules/.cache/setpoint-machine', import.meta.url));
const TOOLS = ['mmdebstrap', 'systemd-nspawn', 'nsenter', 'npm'];
const PACKAGES = 'systemd,systemd-sysv,dbus,libstdc++6';
// The program is the one of the tests, which has no npm beside it.
const NPM = '#!/bin/sh\nexec /usr/local/bin/node /opt/npm/bin/npm-cli.js "$@"\n';
const ENVIRONMENT = ['HOME=/root', 'PATH=/usr/local/bin:/usr/bin:/bin', 'npm_config_update_notifier=false'];
const BOOTED_WITHIN_MS = 120_000;
// What systemd says of itself once it has started all that it has to.
const IS_UP = /^(?:running|degraded)$/m;

/** A machine of its own in which systemd has been booted. */
export type Machine = Awaited<ReturnType<typeof bootMachine>>;

/** Why no machine can be booted here; undefined if one can. */
export function whyNoMachine(): string | undefined {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return 'a machine is booted by root of Linux only';
  const missing = TOOLS.find((tool) => spawnSync(tool, ['--version']).error !== undefined);
  return missing && `there is no ${missing}, with which a machine is made and booted`;
}

/** Boots Debian with the Node of the tests, and with a folder to read as /root/checkout; what it writes is in memory. */
export async function bootMachine(checkout: string) {
  if (!existsSync(ROOT)) makeRoot();
  const npm = dirname(dirname(realpathSync(spawnSync('which', ['npm'], { encoding: 'utf8' }).stdout.trim())));
  const binds = [`${process.execPath}:/usr/local/bin/node`, `${npm}:/opt/npm`, `${checkout}:/root/checkout`];
  const options = ['--register=no', '--keep-unit', '--private-network', '--volatile=overlay', '--directory', ROOT];
  const given = [...options, ...binds.map((bind) => `--bind-ro=${bind}`), '--boot'];
  const machine = spawn('systemd-nspawn', given, { stdio: ['ignore', 'pipe', 'pipe'] });
  const said = [collect(machine.stdout), collect(machine.stderr)];
  const run = (script: string) => runInside(firstProcessOf(machine), script);
  const giveUpAt = performance.now() + BOOTED_WITHIN_MS;
  const hasEnded = () => machine.exitCode !== null || performance.now() > giveUpAt;
  const state = await lookUntil(
    async () => run('systemctl is-system-running'),
    ({ out }) => IS_UP.test(out) || hasEnded(),
    { withinMs: 2 * BOOTED_WITHIN_MS },
  );
  if (!IS_UP.test(state.out)) {
    machine.kill('SIGKILL');
    throw new Error(`no machine was booted: ${state.text}${said.map((each) => each()).join('')}`);
  }
  return {
    run,
    async [Symbol.asyncDispose]() {
      const ended = once(machine, 'exit');
      machine.kill('SIGTERM');
      await ended;
    },
  };
}

// Once, and then kept: it takes half a minute, and what is needed comes over the network.
function makeRoot(): void {
  mkdirSync(dirname(ROOT), { recursive: true });
  const making = mkdtempSync(`${ROOT}-`);
  const made = spawnSync('mmdebstrap', ['--variant=minbase', `--include=${PACKAGES}`, 'bookworm', making]);
  if (made.status !== 0) {
    rmSync(making, { recursive: true });
    throw new Error(`no machine was made: ${made.stderr.toString()}`);
  }
  writeFileSync(join(making, 'usr/local/bin/npm'), NPM, { mode: 0o755 });
  renameSync(making, ROOT);
}

// Only from outside is it known by another number.
function firstProcessOf({ pid }: ChildProcess): string {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')[0] ?? '';
}

function runInside(pid: string, script: string) {
  const entered = ['-t', pid, '-m', '-u', '-i', '-n', '-p', '-C', '--'];
  const shell = ['env', '-i', ...ENVIRONMENT, 'bash', '-e', '-c', script];
  const { status: code, stdout: out, stderr } = spawnSync('nsenter', [...entered, ...shell], { encoding: 'utf8' });
  return { code, out, text: `${out}${stderr}` };
}
