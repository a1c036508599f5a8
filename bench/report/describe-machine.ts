import { fdatasyncSync, openSync, closeSync, writeSync } from 'node:fs';
import { availableParallelism, cpus, release, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { medianOf } from '../run/compare.ts';

const SYNCS = 101;

export function describeMachine(directory: string): string {
  const model = cpus()[0]?.model.trim() ?? 'unknown processor';
  const memoryGib = Math.round(totalmem() / 1024 ** 3);
  const syncMs = fdatasyncMs(join(directory, 'fdatasync-probe')).toFixed(2);
  return (
    `${availableParallelism()} cores of ${model}, ${memoryGib} GiB, ${type()} ${release()}, Node ${process.versions.node}; ` +
    `fdatasync of 4 KiB takes ${syncMs} ms (median)`
  );
}

function fdatasyncMs(file: string): number {
  const descriptor = openSync(file, 'w');
  const page = new Uint8Array(4096);
  const times = Array.from({ length: SYNCS }, () => {
    writeSync(descriptor, page);
    const startedAt = performance.now();
    fdatasyncSync(descriptor);
    return performance.now() - startedAt;
  });
  closeSync(descriptor);
  return medianOf(times);
}
