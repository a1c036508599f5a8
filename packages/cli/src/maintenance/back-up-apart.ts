import { spawn } from 'node:child_process';
import { setPriority } from 'node:os';
import type { BackupCounts } from '@setpoint/server';
import { CliError } from '../shell/cli-error.ts';
import type { Shell } from '../shell/shell.ts';

// To copy and check a large store takes a core for a while; the service goes first.
const LATER_THAN_OTHERS = 10;

/** Makes a backup by `setpoint backup` in a process of its own: the service answers meanwhile as always. */
export async function backUpApart(
  environment: Shell['environment'],
  file: string,
  signal: AbortSignal,
): Promise<BackupCounts> {
  const [, program = ''] = process.argv;
  const child = spawn(process.execPath, [...process.execArgv, program, 'backup', file, '--json'], {
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal,
  });
  if (child.pid !== undefined) lower(child.pid);
  const [out, error, code] = await Promise.all([textOf(child.stdout), textOf(child.stderr), endOf(child)]);
  if (code === 0) return JSON.parse(out) as BackupCounts;
  throw new CliError('backup_failed', failureIn(error) ?? `the backup ended with ${code}`);
}

function endOf(child: ReturnType<typeof spawn>): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', resolve);
  });
}

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = '';
  for await (const piece of stream.setEncoding('utf8')) text += String(piece);
  return text;
}

function lower(pid: number): void {
  try {
    setPriority(pid, LATER_THAN_OTHERS);
  } catch {
    // It has ended already, or may not be changed here: it runs as it is.
  }
}

/** Why a command failed, from what it wrote to its error stream with --json: a document, maybe after warnings of Node. */
export function failureIn(said: string): string | undefined {
  const begin = said.lastIndexOf('\n{') + 1;
  try {
    return (JSON.parse(said.slice(begin)) as { readonly message?: string }).message;
  } catch {
    return said.trim().split('\n').at(-1) || undefined;
  }
}
