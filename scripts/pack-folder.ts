import { spawnSync } from 'node:child_process';
import { chmodSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';

const READABLE = 0o644;
const RUNS = 0o755;

/** Packs a package as npm publishes it; returns the file. */
export function packFolder(folder: string, into: string): string {
  setModes(folder);
  const packed = spawnSync('npm', ['pack', '--silent', '--pack-destination', into, folder], { encoding: 'utf8' });
  if (packed.status !== 0) throw new Error(`npm pack failed:\n${packed.stdout}${packed.stderr}`);
  return join(into, packed.stdout.trim());
}

// Those of whoever packs it would make other bytes of it, and files that nobody else can read.
function setModes(folder: string): void {
  for (const name of globSync('**', { cwd: folder })) {
    const path = join(folder, name);
    const isRun = statSync(path).isDirectory() || name.startsWith('bin');
    chmodSync(path, isRun ? RUNS : READABLE);
  }
}
