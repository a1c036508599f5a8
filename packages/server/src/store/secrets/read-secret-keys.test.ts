import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { folderOfTests } from '../../../testing/test-folder.ts';
import { createSettingsReader, type Environment } from '../../wire/settings-reader.ts';
import { readSecretKeys } from './read-secret-keys.ts';

const [ONE, OTHER] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];
const folder = folderOfTests();

function written(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

function read(environment: Environment) {
  const problems: string[] = [];
  return { keys: readSecretKeys(createSettingsReader(environment, problems)), problems };
}

const FILE = written('keys', `${ONE}\n\n ${OTHER} \n`);

it('has no key where none is set', () => {
  expect(read({})).toEqual({ keys: [], problems: [] });
});

it('has the keys of a file, one a line', () => {
  expect(read({ SETPOINT_SECRETS_KEY_FILE: FILE })).toEqual({ keys: [ONE, OTHER], problems: [] });
});

it.each<[Environment, RegExp]>([
  [{ SETPOINT_SECRETS_KEY_FILE: join(folder, 'nothing') }, /ENOENT/],
  [{ SETPOINT_SECRETS_KEY_FILE: written('empty', '\n') }, /each line must be a key/],
  [{ SETPOINT_SECRETS_KEY_FILE: written('short', ONE.slice(4)) }, /each line must be a key/],
])('refuses %j: %s', (environment, problem) => {
  const { problems } = read(environment);
  expect(problems).toEqual([expect.stringMatching(problem)]);
  expect(problems.join()).not.toContain(ONE.slice(4, -4));
});
