import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** For tests: an empty folder, until the test is over. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'setpoint-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}
