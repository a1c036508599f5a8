import { expect, it } from 'vitest';
import { openTestStore, STORE_KINDS } from '../../testing/open-test-store.ts';
import { forgetMeasurements } from './forget-measurements.ts';

it.each(STORE_KINDS)(
  'forgets the oldest means of one length first, and none that is still young, on %s',
  async (kind) => {
    const { store, query, close } = await openTestStore(kind);
    await query(
      "INSERT INTO site (site_id, site_name, time_zone, created_at, version, state_hash) VALUES ('s', 's', 'UTC', 0, 0, '')",
    );
    for (const [minutes, slotAt] of [
      [1, 1],
      [1, 0],
      [1, 10],
      [1, 2],
      [15, 0],
      [15, 1],
    ]) {
      await query(`INSERT INTO measurement VALUES ('s', ${minutes}, ${slotAt}, '{}')`);
    }
    const kept = async (minutes: number) =>
      (await query(`SELECT slot_at FROM measurement WHERE minutes = ${minutes} ORDER BY slot_at`)).map((row) =>
        Number(row['slot_at']),
      );
    await store.write(forgetMeasurements, { minutes: 1, before: 10, limit: 2 });
    expect([await kept(1), await kept(15)]).toEqual([
      [2, 10],
      [0, 1],
    ]);
    await store.write(forgetMeasurements, { minutes: 1, before: 10, limit: 2 });
    await store.write(forgetMeasurements, { minutes: 15, before: 1, limit: 2 });
    expect([await kept(1), await kept(15)]).toEqual([[10], [1]]);
    await close();
  },
);
