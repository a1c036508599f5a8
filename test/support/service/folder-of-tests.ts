import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';

/** A folder for all tests of a file, or of a `describe`. */
export function folderOfTests(): string {
  const folder = mkdtempSync(join(tmpdir(), 'setpoint-tests-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}
