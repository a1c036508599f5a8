import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** For tests: an empty folder, until the test is over. */
export function testFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'setpoint-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** For tests: a folder with these files, until the tests of the describe or the file are over. */
export function folderOfTests(files: Readonly<Record<string, string | Buffer>> = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'setpoint-test-'));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}
