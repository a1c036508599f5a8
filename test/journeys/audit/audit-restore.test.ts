import { join } from 'node:path';
import type { AuditRecord } from '@setpoint/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { unless } from '@setpoint/server/testing/unless';
import { verifyAuditLog } from '@setpoint/cli/testing/rooms/audit';
import { sealAuditLog } from '@setpoint/server/testing/seal-audit-log';
import { backupStore, moveStore, restoreStore } from '@setpoint/server/testing/rooms/maintenance';
import type { Store } from '@setpoint/server/testing/rooms/store';
import { makeTestPlace, type TestPlace } from '@setpoint/server/testing/make-test-place';
import { testFolder } from '@setpoint/server/testing/test-folder';
import { STORE_KINDS } from '@setpoint/server/testing/open-test-store';
import { OPERATIONS } from './operations.ts';
import { readRecords } from '@setpoint/server/testing/read-records';

const DAY_MS = 86_400_000;
const quiet = () => undefined;

describe.each(STORE_KINDS)('the chain of an audit log on %s', (from) => {
  let folder: string;
  let origin: TestPlace;
  let store: Store;
  let file: string;
  beforeEach(async () => {
    folder = testFolder();
    file = join(folder, 'setpoint.backup');
    origin = await makeTestPlace(from, join(folder, 'origin'));
    store = await origin.open();
    await act(store, [0, 4, 7, 3, 5, 9]);
    await sealAuditLog(store, Date.now());
    await act(store, [8, 10]);
  });
  afterEach(async () => {
    await store.close();
    await origin[Symbol.asyncDispose]();
  });

  it.each(STORE_KINDS)('is whole after a restore on %s, and goes on from where the backup ended', async (to) => {
    const before = await readRecords(store);
    await backupStore(origin.place, file, quiet);
    // What is recorded after the backup is not in it.
    await act(store, [1]);
    await using target = await makeTestPlace(to, join(folder, 'target'));
    const { place } = target;
    const dataDir = join(folder, 'target');
    await restoreStore({ file, place, dataDir, replaced: undefined, now: Date.now(), onProgress: quiet });
    const restored = await target.open();
    try {
      await act(restored, [2, 6]);
      await sealAuditLog(restored, Date.now() + 2 * DAY_MS);
      const { records, end } = await readRecords(restored);
      expect(records.slice(0, before.records.length)).toEqual(before.records);
      const later = records.slice(before.records.length).map(({ action }) => action);
      expect(later).toContain('store.restored');
      expect(await verifyAuditLog(records, { end })).toMatchObject({ kind: 'intact', seals: 2, first: 1 });
      expect(await verifyAuditLog(without(records, before.end.sequence))).toMatchObject({ kind: 'broken' });
    } finally {
      await restored.close();
    }
  });

  it('is whole after a move to PostgreSQL', unless(from === 'SQLite' ? undefined : 'it is there already'), async () => {
    const before = await readRecords(store);
    await store.close();
    await using target = await makeTestPlace('PostgreSQL', '');
    await moveStore(origin.place, target.place, { now: Date.now(), onProgress: quiet });
    const moved = await target.open();
    await act(moved, [2]);
    await sealAuditLog(moved, Date.now() + 2 * DAY_MS);
    const { records, end } = await readRecords(moved);
    await moved.close();
    store = await origin.open();
    expect(records.slice(0, before.records.length)).toEqual(before.records);
    expect(records.map(({ action }) => action)).toContain('store.moved');
    expect(await verifyAuditLog(records, { end })).toMatchObject({ kind: 'intact', seals: 2, first: 1 });
  });
});

let clock = 0;

async function act(store: Store, steps: readonly number[]): Promise<void> {
  for (const what of steps) {
    clock += 1;
    await OPERATIONS[what]?.(store, { what, client: 1, site: 1, flag: true }, clock);
  }
}

function without(records: readonly AuditRecord[], sequence: number): AuditRecord[] {
  return records.filter((record) => record.sequence !== sequence);
}
