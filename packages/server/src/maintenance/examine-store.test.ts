import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestDatabase } from '../../testing/create-test-database.ts';
import { makeTestPlace } from '../../testing/make-test-place.ts';
import { STORE_KINDS } from '../../testing/open-test-store.ts';
import { testFolder } from '../../testing/test-folder.ts';
import { migrations } from '../store/migrations/migrations.ts';
import { RELEASE } from '../store/release.ts';
import { examineStore } from './examine-store.ts';
import { migrateSchema } from './migrate-schema.ts';
import { isDatabaseUrl, openPlace } from './open-place.ts';

const STEPS = Object.keys(migrations);
const LAST = STEPS.toSorted().at(-1);

let folder: string;
beforeEach(() => {
  folder = testFolder();
});

const databaseAt = (url: string) => ({ url, connections: 2, isUnsafeAllowed: true });
const examine = (place: string) =>
  examineStore({ dataDir: folder, database: isDatabaseUrl(place) ? databaseAt(place) : undefined });

describe.each(STORE_KINDS)('a store on %s is examined', (kind) => {
  it('before its first start, and after it, also beside the service', async () => {
    await using origin = await makeTestPlace(kind, folder);
    const none = { release: null, step: null, missing: STEPS };
    await expect(examine(origin.place)).resolves.toMatchObject({ kind: 'fit', state: none });
    const store = await origin.open();
    const done = { kind: kind.toLowerCase(), release: RELEASE, step: LAST, missing: [] };
    await expect(examine(origin.place)).resolves.toMatchObject({ kind: 'fit', state: done });
    await store.close();
    await expect(examine(origin.place)).resolves.toMatchObject({ kind: 'fit', state: done });
  });

  it('with what keeps this release from running on it', async () => {
    await using origin = await makeTestPlace(kind, folder);
    await (await origin.open()).close();
    await using tables = await openPlace(origin.place);
    await tables.query(`UPDATE store_state SET release = '99.0.0', oldest_release = '99.0.0'`);
    await tables.commit();
    const setting = kind === 'SQLite' ? 'SETPOINT_DATA_DIR' : 'DATABASE_URL';
    const problem = expect.stringContaining(`${setting}: the store was changed by release 99.0.0`) as unknown;
    await expect(examine(origin.place)).resolves.toEqual({ kind: 'unfit', problems: [problem] });
  });
});

describe('a file is examined', () => {
  const path = () => join(folder, 'setpoint.sqlite');

  it('and left as it is, with nothing new beside it', async () => {
    writeFileSync(path(), '');
    await migrateSchema(folder);
    const before = [readdirSync(folder), readFileSync(path())];
    await examine(folder);
    expect([readdirSync(folder), readFileSync(path())]).toEqual(before);
  });

  it('and is none', async () => {
    writeFileSync(path(), 'a text that is long enough to be taken for the first page of a database');
    const problem = `SETPOINT_DATA_DIR: ${path()} cannot be read: file is not a database`;
    await expect(examine(folder)).resolves.toEqual({ kind: 'unfit', problems: [problem] });
  });

  it('and its folder can be none', async () => {
    writeFileSync(join(folder, 'file'), '');
    const dataDir = join(folder, 'file', 'data');
    const problem = `SETPOINT_DATA_DIR: ${join(folder, 'file')} is not a folder`;
    const examined = await examineStore({ dataDir, database: undefined });
    expect(examined).toEqual({ kind: 'unfit', problems: [problem] });
  });
});

describe('a database is examined', () => {
  it('and named without the password', async () => {
    await using database = await createTestDatabase();
    const { host, pathname } = new URL(database.url);
    const state = { place: `${host}${pathname}`, serverVersion: expect.stringMatching(/^\d+\.\d/) as unknown };
    await expect(examine(database.url)).resolves.toMatchObject({ kind: 'fit', state });
  });

  it('and answers with nothing, or not at all', async () => {
    const silent = createServer((socket) => void socket.on('error', () => undefined)).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const { port } = silent.address() as { port: number };
    const database = databaseAt(`postgres://user:hidden@127.0.0.1:${port}/setpoint`);
    await expect(examineStore({ dataDir: folder, database }, 100)).resolves.toEqual({
      kind: 'unfit',
      problems: ['DATABASE_URL: the database cannot be used: it did not answer within 0.1 s'],
    });
    silent.close();
    const refused = await examine(`postgres://user:hidden@127.0.0.1:1/setpoint`);
    expect(refused).toMatchObject({ problems: [expect.stringMatching(/cannot be used: .*ECONNREFUSED/)] });
    expect(JSON.stringify(refused)).not.toContain('hidden');
  });
});
