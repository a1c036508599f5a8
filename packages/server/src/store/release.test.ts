import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it } from 'vitest';
import { makeTestPlace } from '../../testing/make-test-place.ts';
import { STORE_KINDS, type StoreKind } from '../../testing/open-test-store.ts';
import { testFolder } from '../../testing/test-folder.ts';
import { queryDatabase } from './postgres/query-database.ts';
import { compareReleases, RELEASE, releaseAfter } from './release.ts';

const STATE = 'SELECT release, oldest_release FROM store_state';

it.each(STORE_KINDS)('a store on %s says which release was here last, and which may run beside it', async (kind) => {
  await using place = await openPlace(kind);
  await place.openAndClose();
  const [state] = await place.query(STATE);
  expect(state).toEqual(releaseAfter({ release: '', oldest_release: '' }));
  expect(state?.['release']).toBe(RELEASE);
  await place.query(`UPDATE store_state SET release = '0.9.0', oldest_release = '0.8.0'`);
  await place.openAndClose();
  await expect(place.query(STATE)).resolves.toEqual([state]);
});

it.each(STORE_KINDS)('a store on %s that a newer release left unreadable is refused with what to do', async (kind) => {
  await using place = await openPlace(kind);
  await place.openAndClose();
  await place.query(`UPDATE store_state SET release = '99.1.0', oldest_release = '99.0.0'`);
  await expect(place.openAndClose()).rejects.toThrow(
    `the store was changed by release 99.1.0 of Setpoint, and this release, ${RELEASE}, cannot run on it; ` +
      'start 99.0.0 or a newer release, or restore the backup',
  );
  await expect(place.query(STATE)).resolves.toEqual([{ release: '99.1.0', oldest_release: '99.0.0' }]);
});

it('a database that a newer release keeps readable is used, and its word stays', async () => {
  await using place = await openPlace('PostgreSQL');
  await place.openAndClose();
  await place.query(`INSERT INTO kysely_migration (name, timestamp) VALUES ('9999-of-later', '')`);
  await place.query(`UPDATE store_state SET release = '99.0.0'`);
  await place.openAndClose();
  await expect(place.query('SELECT release FROM store_state')).resolves.toEqual([{ release: '99.0.0' }]);
});

async function openPlace(kind: StoreKind) {
  const folder = testFolder();
  const made = await makeTestPlace(kind, folder);
  return {
    openAndClose: async () => (await made.open()).close(),
    async query(text: string): Promise<Record<string, unknown>[]> {
      if (kind === 'PostgreSQL') return queryDatabase(made.place, text);
      using db = new DatabaseSync(join(folder, 'setpoint.sqlite'));
      // What comes back has no prototype, which a comparison would see.
      return db
        .prepare(text)
        .all()
        .map((row) => ({ ...row }));
    },
    async [Symbol.asyncDispose]() {
      await made[Symbol.asyncDispose]();
    },
  };
}

// The order of the standard, SemVer 2.0.0 §11, with neighbours of our own.
const IN_ORDER = [
  '0.1.0',
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0-alpha.beta',
  '1.0.0-beta',
  '1.0.0-beta.2',
  '1.0.0-beta.11',
  '1.0.0-rc.1',
  '1.0.0',
  '1.0.1',
  '1.9.0',
  '1.10.0',
  '2.0.0',
];

it('puts versions into the order of SemVer', () => {
  for (const [index, one] of IN_ORDER.entries()) {
    const signs = IN_ORDER.map((other) => Math.sign(compareReleases(one, other)));
    expect(signs).toEqual(IN_ORDER.map((_, other) => Math.sign(index - other)));
  }
  expect(compareReleases('1.0.0+a', '1.0.0+b')).toBe(0);
});
