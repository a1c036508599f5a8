import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fileProblem } from './file-problem.ts';

let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'setpoint-file-'));
  writeFileSync(join(folder, 'a.csv'), '');
});

afterAll(() => rmSync(folder, { recursive: true }));

it.each([
  ['d.csv', (path: string) => `There is no file ${path}.`],
  ['none/d.csv', (path: string) => `There is no folder ${path.slice(0, -'/d.csv'.length)}.`],
  ['.', (path: string) => `${path} is a folder, not a file.`],
  ['a.csv/d.csv', (path: string) => `${path.slice(0, -'/d.csv'.length)} is a file, not a folder.`],
])('what is wrong with %s is said in a sentence', (name, wanted) => {
  const path = join(folder, name);
  let said: string | undefined;
  try {
    readFileSync(path);
  } catch (cause) {
    said = fileProblem(cause, path);
  }
  expect(said).toBe(wanted(path));
});

it('nothing is said of any other failure', () => {
  expect(fileProblem(new Error('no'))).toBeUndefined();
  expect(fileProblem('no')).toBeUndefined();
});
