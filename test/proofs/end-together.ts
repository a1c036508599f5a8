import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { join } from 'node:path';

const MOUNTS = '/proc/self/mounts';
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;

/** Sees to it that what this process started ends with it, and that its temporary files and mounts go. */
export function endTogether(): void {
  const folder = mkdtempSync(join(tmpdir(), 'setpoint-proof-'));
  // A database is run by a user of its own.
  chmodSync(folder, 0o711);
  process.env['TMPDIR'] = folder;
  process.on('exit', () => {
    for (const pid of descendantsOf(process.pid)) endOne(pid);
    for (const path of mountedBelow(folder)) spawnSync('umount', ['--lazy', path]);
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  });
  for (const signal of SIGNALS) process.once(signal, () => process.exit(128 + constants.signals[signal]));
}

// What was mounted last is inside of what was mounted before.
function mountedBelow(folder: string): string[] {
  if (!existsSync(MOUNTS)) return [];
  const paths = readFileSync(MOUNTS, 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  return paths.filter((path) => path.startsWith(`${folder}/`)).toReversed();
}

function endOne(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended by itself, as the list does that it came from.
  }
}

/** The processes that a process started, and those that they started. */
function descendantsOf(pid: number): number[] {
  const children = childrenByParent();
  const found: number[] = [];
  const ofThese = [pid];
  for (const parent of ofThese) {
    const own = children.get(parent) ?? [];
    found.push(...own);
    ofThese.push(...own);
  }
  return found;
}

function childrenByParent(): Map<number, number[]> {
  const byParent = new Map<number, number[]>();
  for (const line of execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n')) {
    const [pid = 0, parent = 0] = line.trim().split(/\s+/).map(Number);
    byParent.set(parent, [...(byParent.get(parent) ?? []), pid]);
  }
  return byParent;
}
