import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createSettingsReader, type Environment } from '../../wire/settings-reader.ts';
import { readSecretKeys } from './read-secret-keys.ts';

const [ONE, OTHER] = [1, 2].map((byte) => Buffer.alloc(32, byte).toString('base64')) as [string, string];
const folder = mkdtempSync(join(tmpdir(), 'setpoint-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, text: string): string {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
}

function read(environment: Environment) {
  const problems: string[] = [];
  return { keys: readSecretKeys(createSettingsReader(environment, problems)), problems };
}

const FILE = written('keys', `${ONE}\n\n ${OTHER} \n`);
const PRINTS = written('prints.mjs', `process.stdout.write(process.argv[2] + '\\n');`);

it('has no key where none is set', () => {
  expect(read({})).toEqual({ keys: [], problems: [] });
});

it('has the keys of a file, one a line', () => {
  expect(read({ SETPOINT_SECRETS_KEY_FILE: FILE })).toEqual({ keys: [ONE, OTHER], problems: [] });
});

it('has what a program prints, which is run without a shell', () => {
  const command = (text: string) => ({ SETPOINT_SECRETS_KEY_COMMAND: `${process.execPath} ${PRINTS} ${text}` });
  expect(read(command(ONE))).toEqual({ keys: [ONE], problems: [] });
  // A shell would print the key.
  expect(read(command(`$(printf ${ONE})`)).problems).toEqual([expect.stringMatching(/each line must be a key/)]);
});

it.each<[Environment, RegExp]>([
  [{ SETPOINT_SECRETS_KEY_FILE: join(folder, 'nothing') }, /ENOENT/],
  [{ SETPOINT_SECRETS_KEY_FILE: written('empty', '\n') }, /each line must be a key/],
  [{ SETPOINT_SECRETS_KEY_FILE: written('short', ONE.slice(4)) }, /each line must be a key/],
  [{ SETPOINT_SECRETS_KEY_FILE: FILE, SETPOINT_SECRETS_KEY_COMMAND: 'true' }, /set one of them, not both/],
  [{ SETPOINT_SECRETS_KEY_COMMAND: join(folder, 'nothing') }, /the program cannot be run/],
  [{ SETPOINT_SECRETS_KEY_COMMAND: `${process.execPath} ${written('fails.mjs', 'process.exit(3)')}` }, /ended with 3/],
  [{ SETPOINT_SECRETS_KEY_COMMAND: `${process.execPath} ${PRINTS} ${'x'.repeat(5_000)}` }, /more than 4096 bytes/],
])('refuses %j: %s', (environment, problem) => {
  const { problems } = read(environment);
  expect(problems).toEqual([expect.stringMatching(problem)]);
  expect(problems.join()).not.toContain(ONE.slice(4, -4));
});
