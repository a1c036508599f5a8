import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildVersion } from './build-version.ts';

let folder: string;
const git = (...args: readonly string[]) => {
  const own = ['-c', 'user.name=a', '-c', 'user.email=a@example.com', '-C', folder];
  return spawnSync('git', [...own, ...args], { encoding: 'utf8' }).stdout.trim();
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'setpoint-version-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

it('a build between two releases names its commit, and says that something was changed', () => {
  git('init');
  writeFileSync(join(folder, 'a'), 'one');
  git('add', 'a');
  git('commit', '-m', 'first');
  const commit = git('rev-parse', '--short=10', 'HEAD');
  expect(buildVersion('1.2.0-rc.1.dev', folder)).toBe(`1.2.0-rc.1.dev+${commit}`);
  expect(buildVersion('1.2.0-dev', folder)).toBe(`1.2.0-dev+${commit}`);
  writeFileSync(join(folder, 'a'), 'two');
  expect(buildVersion('1.2.0-dev', folder)).toBe(`1.2.0-dev+${commit}.changed`);
});

it('a release has the version alone, and so has what is built without Git', () => {
  expect(buildVersion('1.2.0-rc.1', process.cwd())).toBe('1.2.0-rc.1');
  expect(buildVersion('1.2.0-dev', folder)).toBe('1.2.0-dev');
});
