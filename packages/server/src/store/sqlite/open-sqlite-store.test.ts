import { chmodSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ClientId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { listClients } from '../../registry/clients/list-clients.ts';
import type { OnMigration } from '../migrations/migration-progress.ts';
import { migrations } from '../migrations/migrations.ts';
import { removeNode } from '../../nodes/note-node.ts';
import { openForWriting } from './open-for-writing.ts';
import { openSqliteStore } from './open-sqlite-store.ts';
import { type BegunWorker, beginWorker } from '../../wire/begin-worker.ts';
import { addClient } from '../../registry/clients/add-client.ts';
import { beginPackedWriter } from '../../../testing/open-test-store.ts';
import { testFolder } from '../../../testing/test-folder.ts';

const NOW = Date.UTC(2026, 9, 25, 0, 30);
// What a thread has in the place of an id, once it is over.
const ENDED = -1;

describe('a store on one file', () => {
  let folder: string;
  let databasePath: string;

  beforeEach(() => {
    folder = testFolder();
    databasePath = join(folder, 'setpoint.sqlite');
  });

  it('tells each step by which its thread makes the schema', async () => {
    const told: unknown[] = [];
    const first = await open(await beginPackedWriter(), (progress) => told.push(progress));
    const of = Object.keys(migrations).length;
    expect(told).toEqual(Array.from({ length: of }, (_, index) => ({ step: index + 1, of })));
    await first.close();
    const second = await open(await beginPackedWriter(), (progress) => told.push(progress));
    expect(told.length).toBe(of);
    await second.close();
  });

  it('ends the thread that it was given when the file belongs to another process', async () => {
    const first = await open();
    const writer = await beginPackedWriter();
    await expect(open(writer)).rejects.toThrow('in use by another process');
    expect(writer.worker.threadId).toBe(ENDED);
    await first.close();
  });

  it('says why when the thread failed before there was a file for it, and leaves the file to the next', async () => {
    const writer = beginWorker(new URL('data:text/javascript,throw new Error("no writes")'), {});
    await new Promise((resolve) => writer.worker.once('exit', resolve));
    await expect(open(writer)).rejects.toThrow('no writes');
    await (await open()).close();
  });

  it.each(['setpoint.sqlite', 'setpoint.sqlite.lock'])('names the path when %s cannot be opened', async (name) => {
    mkdirSync(join(folder, name));
    await expect(open()).rejects.toThrow(join(folder, name));
    rmSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name), 'not a database, but long enough to be looked at as one'.repeat(20));
    await expect(open()).rejects.toThrow(`${join(folder, name)} cannot be opened: file is not a database`);
  });

  it('is for its owner alone, whatever the umask and whatever an earlier release left', async () => {
    const before = process.umask(0o022);
    for (const path of [databasePath, `${databasePath}.lock`]) {
      writeFileSync(path, '');
      chmodSync(path, 0o644);
    }
    const store = await open();
    await store.write(addClient, client(1));
    process.umask(before);
    const modes = readdirSync(folder).map((name) => [name, statSync(join(folder, name)).mode & 0o777]);
    expect(modes.length).toBeGreaterThan(2);
    expect(modes.filter(([, mode]) => mode !== 0o600)).toEqual([]);
    await store.close();
  });

  it('refuses what comes after it was closed, and says that it was not applied', async () => {
    const store = await open();
    const closing = store.close();
    await expect(store.write(addClient, client(1))).rejects.toMatchObject({ outcome: 'not-applied' });
    await closing;
    await expect(store.write(addClient, client(2))).rejects.toMatchObject({ outcome: 'not-applied' });
  });

  it('finishes what it accepted before it closes', async () => {
    const store = await open();
    const written = Array.from({ length: 500 }, (_, index) => store.write(addClient, client(index)));
    expect(store.waitingWrites()).toBe(500);
    await store.close();
    await Promise.all(written);
    const again = await open();
    await expect(
      again.read(listClients, { after: { clientName: '', clientId: '' }, limit: 1_000 }),
    ).resolves.toHaveLength(500);
    await again.close();
  });

  it('tells of those groups alone that made something durable', async () => {
    const told: number[] = [];
    const onGroup = ({ writes }: { readonly writes: number }) => void told.push(writes);
    const store = await openSqliteStore({ ...openingOf(await beginPackedWriter()), onGroup });
    await store.write(addClient, client(1));
    await expect(store.write(addClient, client(1))).rejects.toMatchObject({ outcome: 'not-applied' });
    await store.write(removeNode, { nodeId: 'nobody' });
    await store.close();
    expect(told).toEqual([1]);
  });

  it('gives a write up after the time that it was given', async () => {
    await (await open()).close();
    const other = openForWriting(databasePath);
    const answerWithinMs = 300;
    const store = await openSqliteStore({ ...openingOf(await beginPackedWriter()), answerWithinMs });
    other.exec('BEGIN IMMEDIATE');
    const written = store.write(addClient, client(1));
    await expect(written).rejects.toMatchObject({
      outcome: 'unknown',
      message: 'the store did not answer within 300 ms',
    });
    other.exec('ROLLBACK');
    other.close();
    await store.close();
  });

  async function open(writer?: BegunWorker, onStep: OnMigration = () => undefined) {
    return await openSqliteStore({ ...openingOf(writer ?? (await beginPackedWriter())), onStep });
  }

  function openingOf(writer: BegunWorker) {
    const onFatal = (cause: Error) => {
      throw cause;
    };
    return { writer, databasePath, onFatal };
  }
});

function client(index: number) {
  return {
    clientId: `client ${index}` as ClientId,
    clientName: `Client ${index}`,
    scopes: [],
    secretHash: `secret ${index}`,
    now: NOW,
  };
}
