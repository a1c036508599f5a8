import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, onTestFinished } from 'vitest';

/** For tests: an empty folder, until the test is over. */
export function testFolder(): string {
  const folder = emptyFolder();
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

/** The same, until the tests of the describe or the file are over. */
export function folderOfTests(): string {
  const folder = emptyFolder();
  afterAll(() => rmSync(folder, { recursive: true }));
  return folder;
}

function emptyFolder(): string {
  return mkdtempSync(join(tmpdir(), 'setpoint-test-'));
}
