import type { ChildProcess } from 'node:child_process';
import { subscribe } from 'node:diagnostics_channel';
import { constants } from 'node:os';

const PATIENCE_MS = 30_000;

/**
 * Told to stop, ends every process that this one started or still starts: what waits for them fails, and what was opened
 * is closed on the way out. The signal says that this is so; its reason is the code to exit with.
 */
export function endChildrenWhenTold(): AbortSignal {
  const stopping = new AbortController();
  const children = new Set<ChildProcess>();
  subscribe('child_process', (message) => {
    const { process: child } = message as { process: ChildProcess };
    children.add(child);
    child.once('exit', () => children.delete(child));
    child.once('spawn', () => stopping.signal.aborted && child.kill('SIGTERM'));
  });
  const endAll = (how: NodeJS.Signals) => children.forEach((child) => child.kill(how));
  for (const told of ['SIGINT', 'SIGTERM'] as const) {
    process.on(told, () => {
      const exitCode = 128 + constants.signals[told];
      const giveUp = () => {
        endAll('SIGKILL');
        process.exit(exitCode);
      };
      if (stopping.signal.aborted) return giveUp();
      stopping.abort(exitCode);
      endAll('SIGTERM');
      setTimeout(giveUp, PATIENCE_MS).unref();
    });
  }
  return stopping.signal;
}
