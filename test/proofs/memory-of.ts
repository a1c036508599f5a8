import { readFileSync } from 'node:fs';

/** What a process holds in memory, in MiB. */
export function memoryOf(pid: number): number {
  const [, kib] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kib) / 1_024);
}
