import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { launchService, startService } from '../../support/service/start-service.ts';
import { makeTempDir } from '../../support/service/temp-dir.ts';
import { startPostgres } from '@setpoint/server/testing/start-postgres';

// A supervisor does not start it again.
const EX_CONFIG = 78;

it('a start on too old a PostgreSQL ends with a sentence', async () => {
  await using folder = await makeTempDir();
  await using postgres = await startPostgres();
  await using older = await startOlder(postgres.url);
  await using service = launchService({ dataDir: folder.path, env: { DATABASE_URL: older.url } });
  expect(await service.ready).toBe(undefined);
  expect((await service.ended).code).toBeGreaterThan(0);
  expect(service.output()).toContain('DATABASE_URL: PostgreSQL 15 or later is needed, this is 140');
  expect(service.output()).not.toMatch(/^\s+at /m);
});

it('a migration that fails never ends in a healthy service, however often it is started', async () => {
  await using folder = await makeTempDir();
  const db = new DatabaseSync(join(folder.path, 'setpoint.sqlite'));
  db.exec('CREATE TABLE site (of_another_program TEXT)');
  db.close();
  for (let start = 0; start < 2; start += 1) {
    await using service = launchService({ dataDir: folder.path });
    expect(await service.ready).toBe(undefined);
    expect((await service.ended).code).toBeGreaterThan(0);
    expect(service.output()).toContain('could not be migrated');
  }
  const kept = new DatabaseSync(join(folder.path, 'setpoint.sqlite'));
  const tables = kept.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  kept.close();
  expect(tables).toEqual([{ name: 'site' }]);
});

it('a store of a newer release is refused with what to do, and not started again and again', async () => {
  await using folder = await makeTempDir();
  await (await startService({ dataDir: folder.path })).end('SIGTERM');
  const db = new DatabaseSync(join(folder.path, 'setpoint.sqlite'));
  db.exec(`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-of-later', '')`);
  db.close();
  await using service = launchService({ dataDir: folder.path });
  expect(await service.ready).toBe(undefined);
  expect(await service.ended).toEqual({ code: EX_CONFIG, signal: null });
  expect(service.output()).toContain('restore the backup made before the upgrade');
  expect(service.output()).not.toMatch(/^\s+at /m);
});

/** The same server, which says that it is PostgreSQL 14. */
async function startOlder(url: string): Promise<AsyncDisposable & { readonly url: string }> {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
    }
    client.pipe(upstream);
    upstream.on('data', (chunk) => client.write(aged(chunk)));
    upstream.on('close', () => client.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    url: Object.assign(new URL(url), { port: String(port) }).href,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

// A number of six digits in an answer: 17 becomes 14, of the same length.
function aged(chunk: Buffer): Buffer {
  return Buffer.from(chunk.toString('latin1').replace(/\b1[5-9](\d{4})\b/g, '14$1'), 'latin1');
}
