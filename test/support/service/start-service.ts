import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createTestDatabase } from '@setpoint/server/testing/create-test-database';
import { PROGRAM } from './program.ts';
import { databaseUrlPath } from '@setpoint/server/testing/query-store';

const READY_LINE = /^Setpoint is ready: (\S+)/m;
// Where it is started while tests are collected, no limit of a test ends it.
const READY_WITHIN_MS = 600_000;

export interface ServiceOptions {
  readonly dataDir: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The program; left out, the one that is tested. */
  readonly program?: string | undefined;
  /** A command that runs the service as its own process, such as `strace -D …`. */
  readonly wrap?: readonly string[];
  /** Kills the process when it is aborted, as when a test takes too long. */
  readonly signal?: AbortSignal | undefined;
}

/** A process of the service, which may end before it is ready. */
export type Launched = ReturnType<typeof launchService>;

export type Service = Awaited<ReturnType<typeof startService>>;

/** Starts the real process on free ports of the loopback. */
export function launchService({ dataDir, env, program = PROGRAM, wrap = [], signal }: ServiceOptions) {
  const command = [...wrap, process.execPath, program, 'serve'];
  const child = spawn(command[0] ?? process.execPath, command.slice(1), {
    env: {
      ...process.env,
      SETPOINT_DATA_DIR: dataDir,
      SETPOINT_HTTP_PORT: '0',
      SETPOINT_OPS_PORT: '0',
      SETPOINT_MQTT_PORT: '0',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (signal?.aborted === true) child.kill('SIGKILL');
  else signal?.addEventListener('abort', () => child.kill('SIGKILL'));
  const ended = endOf(child);
  const written = collectOutput(child);
  const end = async (how: NodeJS.Signals) => {
    child.kill(how);
    return await ended;
  };
  return {
    pid: child.pid ?? 0,
    ready: Promise.race([written.ready, ended.then(() => undefined)]),
    ended,
    output: written.text,
    end,
    [Symbol.asyncDispose]: async () => {
      await end('SIGKILL');
    },
  };
}

/** Starts the service and waits until it takes requests. */
export async function startService(options: ServiceOptions) {
  const env = { ...(await storeOf(options.dataDir)), ...options.env };
  const launched = launchService({ ...options, env });
  const giveUp = setTimeout(() => void launched.end('SIGKILL'), READY_WITHIN_MS);
  const url = await launched.ready.finally(() => clearTimeout(giveUp));
  if (url !== undefined) return { ...launched, url };
  const { code, signal } = await launched.ended;
  throw new Error(`the service ended before it was ready (${code ?? signal}):\n${launched.output()}`);
}

// One suite runs on both stores: the configuration of the tests says which it is now.
async function storeOf(dataDir: string): Promise<Readonly<Record<string, string>>> {
  if (process.env['SETPOINT_TEST_STORE'] !== 'PostgreSQL') return {};
  const path = databaseUrlPath(dataDir);
  if (!existsSync(path)) writeFileSync(path, (await createTestDatabase()).url);
  return { DATABASE_URL: readFileSync(path, 'utf8') };
}

async function endOf(child: ChildProcess) {
  await once(child, 'exit');
  return { code: child.exitCode, signal: child.signalCode };
}

function collectOutput(child: ChildProcess) {
  let text = '';
  const ready = new Promise<string>((resolve) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
        const address = READY_LINE.exec(text)?.[1];
        if (address !== undefined) resolve(address);
      });
    }
  });
  return { ready, text: () => text };
}
