import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

/** Packs a package as npm publishes it; returns the file. */
export function packFolder(folder: string, into: string): string {
  const packed = spawnSync('npm', ['pack', '--silent', '--pack-destination', into, folder], { encoding: 'utf8' });
  if (packed.status !== 0) throw new Error(`npm pack failed:\n${packed.stdout}${packed.stderr}`);
  return join(into, packed.stdout.trim());
}
