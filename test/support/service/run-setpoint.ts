import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { PROGRAM } from './program.ts';

export type Environment = Readonly<Record<string, string>>;

export type Finished = Awaited<ReturnType<typeof runSetpoint>>;

/** Starts the command line as users have it: a process of its own, with no environment but the one given. */
export function startSetpoint(args: readonly string[], environment: Environment, node = process.execPath) {
  const env = { PATH: process.env['PATH'] ?? '', ...environment };
  return spawn(node, [PROGRAM, ...args], { env, stdio: ['ignore', 'pipe', 'pipe'] });
}

/** Runs one command to its end. */
export async function runSetpoint(args: readonly string[], environment: Environment, node = process.execPath) {
  const child = startSetpoint(args, environment, node);
  const [out, error] = [collect(child.stdout), collect(child.stderr)];
  await once(child, 'close');
  return { code: child.exitCode, out: out(), error: error() };
}

/** Gathers what a stream brings; the result is what has come so far. */
export function collect(stream: NodeJS.ReadableStream): () => string {
  let text = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
  return () => text;
}
