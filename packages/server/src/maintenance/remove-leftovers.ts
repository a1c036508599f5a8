import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const UNFINISHED = /^\.(\d+)\.tmp(-\w+)?$/;

/** Removes unfinished backups to a file, of processes that have ended; in containers, the next one often has the same id. */
export function removeLeftovers(file: string): void {
  const [folder, name] = [dirname(file), basename(file)];
  for (const one of readdirSync(folder).filter((other) => other.startsWith(name))) {
    const [, pid] = UNFINISHED.exec(one.slice(name.length)) ?? [];
    if (pid !== undefined && hasEnded(Number(pid))) rmSync(join(folder, one), { force: true });
  }
}

function hasEnded(pid: number): boolean {
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (cause) {
    // Otherwise it runs, and belongs to another user.
    return cause instanceof Error && 'code' in cause && cause.code === 'ESRCH';
  }
}
