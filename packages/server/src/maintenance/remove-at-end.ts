import { spawn } from 'node:child_process';

// Ends by itself, as soon as the pipe to the process before it is closed.
const WAIT_AND_REMOVE = `
const { rmSync } = require('node:fs');
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.stdin.resume().on('close', () => {
  for (const path of process.argv.slice(1)) rmSync(path, { force: true, recursive: true });
});`;

/**
 * Removes what a process was making, however the process ends: while SQLite copies, no handler of a signal runs, and
 * a kill has none. A small process beside it waits for that; a Ctrl-C at a terminal does not reach it.
 */
export function removeAtEnd(paths: readonly string[]): Disposable {
  const child = spawn(process.execPath, ['-e', WAIT_AND_REMOVE, ...paths], {
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  // Without it, what is made is made all the same.
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  return { [Symbol.dispose]: () => void child.kill('SIGKILL') };
}
