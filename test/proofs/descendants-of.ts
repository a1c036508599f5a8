import { execFileSync } from 'node:child_process';

/** The processes that a process started, and those that they started. */
export function descendantsOf(pid: number): number[] {
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
