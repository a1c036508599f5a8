import { join } from 'node:path';
import { testFolder } from '@setpoint/server/testing/test-folder';
import { expect, it } from 'vitest';
import { runHere } from '../../testing/run-here.ts';
import { failureIn } from './back-up-apart.ts';

it('why a command failed is the message of its document, whatever stands before it', async () => {
  const folder = testFolder();
  const { error: said } = await runHere(['backup', join(folder, 'one.backup'), '--json'], {
    SETPOINT_DATA_DIR: folder,
  });
  const why = `There is no store at ${join(folder, 'setpoint.sqlite')}.`;
  expect([failureIn(said), failureIn(`(node:7) Warning: {\n${said}`)]).toEqual([why, why]);
});

it('it is the last line, or nothing, of a program that ended without a document', () => {
  expect([failureIn('one\nout of memory\n'), failureIn('')]).toEqual(['out of memory', undefined]);
});
