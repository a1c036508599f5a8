import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeTestPlace } from '../../testing/make-test-place.ts';
import { testFolder } from '../../testing/test-folder.ts';
import { backupStore } from './backup-store.ts';

it('a backup removes what ended processes left of the same file, and nothing else', async () => {
  const folder = testFolder();
  await using origin = await makeTestPlace('SQLite', join(folder, 'origin'));
  await (await origin.open()).close();
  const file = join(folder, 'last.backup');
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const left = [`${file}.${ended}.tmp`, `${file}.${ended}.tmp-journal`, `${file}.${process.pid}.tmp`];
  const kept = [`${file}.${process.ppid}.tmp`, join(folder, `other.backup.${ended}.tmp`), `${file}.${ended}.tmp.gz`];
  for (const path of [...left, ...kept]) writeFileSync(path, 'not whole');
  await backupStore(origin.place, file, () => undefined);
  expect(left.filter((path) => existsSync(path))).toEqual([]);
  expect(kept.filter((path) => !existsSync(path))).toEqual([]);
  expect(readdirSync(folder)).toContain('last.backup');
});
