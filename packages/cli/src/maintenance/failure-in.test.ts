import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runHere } from '../../testing/run-here.ts';
import { failureIn } from './failure-in.ts';

describe('why a command failed', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'setpoint-failure-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('is the message of its document, whatever stands before it', async () => {
    const { error: said } = await runHere(['backup', join(folder, 'one.backup'), '--json'], {
      SETPOINT_DATA_DIR: folder,
    });
    const why = `There is no store at ${join(folder, 'setpoint.sqlite')}.`;
    expect([failureIn(said), failureIn(`(node:7) Warning: {\n${said}`)]).toEqual([why, why]);
  });

  it('is the last line, or nothing, of a program that ended without a document', () => {
    expect(failureIn('one\nout of memory\n')).toBe('out of memory');
    expect(failureIn('')).toBeUndefined();
  });
});
