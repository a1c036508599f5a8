import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { runSetpoint, startSetpoint } from '../../support/service/run-setpoint.ts';
import { startService } from '../../support/service/start-service.ts';
import { makeTempDir } from '../../support/service/temp-dir.ts';

it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('a backup that %s cuts short leaves no file', async (signal) => {
  await using folder = await makeTempDir();
  const file = join(folder.path, 'last.backup');
  // SQLite waits for the lock as it copies: without a pause in which a handler could run.
  using store = new DatabaseSync(join(folder.path, 'setpoint.sqlite'));
  store.exec('CREATE TABLE site (site_id TEXT); BEGIN EXCLUSIVE');
  const child = startSetpoint(['backup', file], { SETPOINT_DATA_DIR: folder.path });
  const exited = once(child, 'exit');
  const unfinished = `${file}.${child.pid}.tmp`;
  await lookUntil(async () => existsSync(unfinished), Boolean);
  child.kill(signal);
  await expect(exited).resolves.toEqual([null, signal]);
  await lookUntil(
    async () => readdirSync(folder.path),
    (names) => names.every((name) => !name.startsWith('last.backup')),
  );
});

it('a restore that is cut short leaves no copy of the backup', async () => {
  await using folder = await makeTempDir();
  const [from, to, temporary] = ['from', 'to', 'temporary'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ];
  await mkdir(temporary);
  await (await startService({ dataDir: from })).end('SIGTERM');
  const file = join(folder.path, 'last.backup');
  expect((await runSetpoint(['backup', file], { SETPOINT_DATA_DIR: from })).code).toBe(0);
  // The store that it takes the place of never answers.
  const silent = createServer().listen(0, '127.0.0.1');
  await once(silent, 'listening');
  const replaced = `postgres://127.0.0.1:${(silent.address() as AddressInfo).port}/setpoint`;
  const environment = { SETPOINT_DATA_DIR: to, TMPDIR: temporary };
  const child = startSetpoint(['restore', file, '--replaces', replaced], environment);
  const exited = once(child, 'exit');
  const [connection] = (await once(silent, 'connection')) as [{ destroy(): void }];
  expect(readdirSync(temporary)).toEqual([expect.stringMatching(/^setpoint-restore-/)]);
  child.kill('SIGINT');
  await expect(exited).resolves.toEqual([null, 'SIGINT']);
  await lookUntil(
    async () => readdirSync(temporary),
    (names) => names.length === 0,
  );
  connection.destroy();
  silent.close();
});
