import type { SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { unless } from '../../../testing/unless.ts';
import { STORE_KINDS, type StoreKind, storeOfEachTest } from '../../../testing/open-test-store.ts';
import { readMeasurements } from '../../following/read-measurements.ts';
import { forgetMinutes, forgetQuarters } from '../../following/measurements-kept.ts';
import { keepPartitions } from './keep-partitions.ts';
import { newSite } from '../../../testing/new-site.ts';
import { removeSite } from '../../registry/sites/remove-site.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2030, 0, 3);
const SITE = '00000000-0000-4000-8000-000000000001' as string as SiteId;
const kept = { minuteMs: 48 * HOUR, quarterMs: 35 * DAY };

describe.each(STORE_KINDS)('means with time, on %s', (kind: StoreKind) => {
  let now = START;
  let steps: (() => Promise<boolean>)[];

  const opened = storeOfEachTest(kind);
  beforeEach(async () => {
    now = START;
    const shared = { store: opened.store, now: () => now };
    const ofPartitions = keepPartitions({ ...shared, certainNow: shared.now, kept: { ...kept, batchMs: 90 * DAY } });
    steps = [ofPartitions, forgetMinutes.after(kept.minuteMs)(shared), forgetQuarters.after(kept.quarterMs)(shared)];
    await newSite(opened.store, now, { siteId: SITE, siteName: 'Nord' });
  });

  async function measure(): Promise<void> {
    for (const minutes of [1, 15]) {
      const slotAt = now - (now % (minutes * 60_000));
      await opened.query(
        `INSERT INTO measurement VALUES ('${SITE}', ${minutes}, ${slotAt}, '{}') ON CONFLICT DO NOTHING`,
      );
    }
    // What was written past the store is read after its next write.
    await opened.store.write(forgetMinutes, { before: 0, limit: 1 });
  }

  async function days(minutes: number): Promise<number[]> {
    const input = { siteId: SITE, minutes, fromMs: 0, toMs: START + 400 * DAY };
    const means = await opened.store.read(readMeasurements, input);
    return means.map(({ slotAt }) => (slotAt - START) / DAY);
  }

  const partitions = async () =>
    (
      await opened.query(`SELECT CAST(inhrelid::regclass AS TEXT) AS name FROM pg_inherits
      WHERE inhparent = 'measurement'::regclass ORDER BY 1`)
    ).map(({ name }) => String(name));

  async function keep(): Promise<void> {
    for (const step of steps) await step();
  }

  it('stay for as long as they are kept, and go soon after', async () => {
    for (let day = 0; day < 60; day += 1) {
      now = START + day * DAY;
      await keep();
      await measure();
    }
    now += HOUR;
    await keep();
    const [minutes, quarters] = [await days(1), await days(15)];
    expect(minutes.slice(-2)).toEqual([58, 59]);
    expect(minutes.length).toBeLessThanOrEqual(4);
    expect(quarters.slice(-35)).toEqual(Array.from({ length: 35 }, (_, index) => 25 + index));
    expect(quarters.length).toBeLessThanOrEqual(43);
  });

  it('are found in order, wherever they lie', async () => {
    await measure();
    now += HOUR;
    await keep();
    await measure();
    now += 3 * DAY;
    await measure();
    expect(await days(1)).toEqual([0, 1 / 24, 3 + 1 / 24]);
    await opened.store.write(removeSite, { siteId: SITE, siteName: 'Nord', now });
    expect(await opened.query('SELECT * FROM measurement')).toEqual([]);
  });

  const withPartitions = unless(kind === 'PostgreSQL' ? undefined : 'SQLite has no partitions');

  it('lie in partitions that are made ahead, and go with them', withPartitions, async () => {
    await keep();
    const made = await partitions();
    expect(made).toHaveLength(7);
    await measure();
    expect(await opened.query('SELECT * FROM measurement_other')).toEqual([]);
    now += 3 * DAY;
    await keep();
    expect(await partitions()).not.toContain(made.find((name) => name.startsWith('measurement_1_')));
    expect([await days(1), await days(15)]).toEqual([[], [0]]);
  });

  it('that came before their partition stay where they are', withPartitions, async () => {
    await measure();
    await keep();
    await measure();
    const other = await opened.query('SELECT minutes FROM measurement_other ORDER BY minutes');
    expect(other).toEqual([{ minutes: 1 }, { minutes: 15 }]);
    expect(await partitions()).toHaveLength(5);
  });
});
