import { readFileSync } from 'node:fs';

/** What a process had the disk write so far; undefined when it has ended (Linux). */
export function diskBytesOf(pid: number): number | undefined {
  try {
    return Number(/^write_bytes: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'latin1'))?.[1] ?? Number.NaN);
  } catch {
    return undefined;
  }
}
