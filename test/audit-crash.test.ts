import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { verifyAuditLog } from '../packages/cli/src/audit/verify-audit-log.ts';
import { openSqliteStore } from '../packages/server/src/store/sqlite/open-sqlite-store.ts';
import { WRITES_URL } from '../packages/server/src/writes.ts';
import { readRecords } from './audit/read-records.ts';
import { registryState } from './audit/registry-state.ts';
import { replayRecords } from './audit/replay-records.ts';
import { makeTempDir } from './harness/temp-dir.ts';

const TELLER = fileURLToPath(new URL('audit/tell-until-killed.ts', import.meta.url));
const KILLS = 8;

it('has a record of each change, and no other, wherever a process is killed', async () => {
  await using folder = await makeTempDir();
  const databasePath = join(folder.path, 'setpoint.sqlite');
  let most = 0;
  for (let kill = 1; kill <= KILLS; kill += 1) {
    const teller = spawn(process.execPath, [TELLER, databasePath, String(kill)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(teller.stdout, 'data');
    // Another instant each time, somewhere between two commits or within one.
    await pause(20 + 13 * kill);
    teller.kill('SIGKILL');
    await once(teller, 'exit');
    const store = await openSqliteStore({
      databasePath,
      writesUrl: WRITES_URL,
      onFatal(cause) {
        throw cause;
      },
    });
    const { records, end } = await readRecords(store);
    await store.close();
    using db = new DatabaseSync(databasePath);
    const state = await registryState(async (text) => db.prepare(text).all());
    expect(replayRecords(records)).toEqual(state);
    expect(await verifyAuditLog(records, { end })).toMatchObject({ kind: 'intact' });
    // A busy machine may kill one before its first change.
    expect(records.length).toBeGreaterThanOrEqual(most);
    most = records.length;
  }
  expect(most).toBeGreaterThan(0);
});
