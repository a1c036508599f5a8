import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { verifyAuditLog } from '@setpoint/cli/testing/rooms/audit';
import { createTestDatabase } from '@setpoint/server/testing/create-test-database';
import { STORE_KINDS, type StoreKind, type TestStore } from '@setpoint/server/testing/open-test-store';
import { readRecordsIn } from '@setpoint/server/testing/read-records';
import { registryState } from './registry-state.ts';
import { replayRecords } from './replay-records.ts';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { makeTempDir } from '../../support/service/temp-dir.ts';

const TELLER = fileURLToPath(new URL('tell-until-killed.ts', import.meta.url));
const KILLS = { SQLite: 6, PostgreSQL: 4 } as const;
const OTHERS = 'SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()';

/** Where a process tells, and what is there once it is killed. */
interface Place extends AsyncDisposable {
  readonly name: string;
  readonly query: TestStore['query'];
  /** Resolves once nothing more is done there. */
  settled(): Promise<unknown>;
}

it.concurrent.each(STORE_KINDS)(
  'has a record of each change, and no other, wherever a process is killed, on %s',
  async (kind) => {
    await using place = await makePlace(kind);
    let most = 0;
    for (let kill = 1; kill <= KILLS[kind]; kill += 1) {
      const teller = spawn(process.execPath, [TELLER, place.name, String(kill)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(teller.stdout, 'data');
      // Another instant each time, somewhere between two commits or within one.
      await pause(20 + 13 * kill);
      teller.kill('SIGKILL');
      await once(teller, 'exit');
      await place.settled();
      const { records, end } = await readRecordsIn(place.query);
      expect(replayRecords(records)).toEqual(await registryState(place.query));
      expect(await verifyAuditLog(records, { end })).toMatchObject({ kind: 'intact' });
      expect(records.length).toBeGreaterThanOrEqual(most);
      most = records.length;
    }
    expect(most).toBeGreaterThan(0);
  },
);

async function makePlace(kind: StoreKind): Promise<Place> {
  if (kind === 'PostgreSQL') return makeDatabase();
  const folder = await makeTempDir();
  const databasePath = join(folder.path, 'setpoint.sqlite');
  return {
    name: databasePath,
    async query(text) {
      using db = new DatabaseSync(databasePath, { timeout: 60_000 });
      return db.prepare(text).all();
    },
    settled: async () => undefined,
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  };
}

async function makeDatabase(): Promise<Place> {
  const database = await createTestDatabase();
  const { url, query } = database;
  return {
    name: url,
    query,
    // What was sent before the kill is still being done.
    settled: () =>
      lookUntil(
        () => query(OTHERS),
        (others) => others.length === 0,
      ),
    [Symbol.asyncDispose]: () => database[Symbol.asyncDispose](),
  };
}
