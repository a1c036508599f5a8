import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export type TempDir = Awaited<ReturnType<typeof makeTempDir>>;

/** A directory of its own that goes away with its scope: `await using dir = await makeTempDir()`. */
export async function makeTempDir(parent = tmpdir()) {
  const path = await mkdtemp(join(parent, 'setpoint-'));
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) };
}
