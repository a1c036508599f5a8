import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { PROGRAM } from '../../support/service/program.ts';

/** Why nothing can be run at a terminal here; left out if it can. */
export const noTerminal = canUseScript() ? undefined : 'no `script` of util-linux is there';

export const ESCAPE = '\u001B';
/** Erases the line from the cursor to its end. */
export const ERASE = `${ESCAPE}[K`;

const CTRL_C = '\u0003';

export interface AtTerminal {
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly columns: number;
}

/** Starts the command line as a person does: standard output and the error stream are a terminal. */
export function startAtTerminal({ args, env, columns }: AtTerminal) {
  const words = [process.execPath, PROGRAM, ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qefc', `stty cols ${columns} rows 24; exec ${words}`, '/dev/null'], {
    env: { PATH: process.env['PATH'] ?? '', SHELL: '/bin/sh', ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  let written = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (written += chunk));
  const ended = once(child, 'close');
  return {
    written: () => written,
    ended,
    async says(text: string) {
      const look = async () => {
        if (!written.includes(text) && child.exitCode !== null) throw new Error(`it ended: ${written}`);
        return written;
      };
      await lookUntil(look, (seen) => seen.includes(text));
    },
    pressCtrlC: () => void child.stdin.write(CTRL_C),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** What a person sees in the end: each line as it was when the next one began. */
export function linesSeen(written: string): string[] {
  return written.split('\r\n').map(lineSeen);
}

// The sequences that the command line writes: back to the beginning of the line, and erase to its end.
function lineSeen(line: string): string {
  let seen = '';
  for (const part of line.split('\r'))
    seen = part.startsWith(ERASE) ? part.slice(ERASE.length) : part + seen.slice(part.length);
  return seen;
}

function canUseScript(): boolean {
  return spawnSync('script', ['-qefc', 'stty cols 40', '/dev/null'], { input: '' }).status === 0;
}
