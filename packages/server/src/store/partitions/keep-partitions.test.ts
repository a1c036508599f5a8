import type { SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { unless } from '../../../testing/unless.ts';
import { STORE_KINDS, type StoreKind, storeOfEachTest } from '../../../testing/open-test-store.ts';
import { readMeasurements } from '../../following/read-measurements.ts';
import { forgetMinutes, forgetQuarters } from '../../following/measurements-kept.ts';
import { keepPartitions, partitionRules, planPartitions } from './keep-partitions.ts';
import { newSite } from '../../../testing/new-site.ts';
import { removeSite } from '../../registry/sites/remove-site.ts';
import type { Partition } from './partition.ts';

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

const RULES = partitionRules({ minuteMs: 48 * HOUR, quarterMs: 35 * DAY, batchMs: 90 * DAY });
// A Thursday, as the epoch was: weeks begin then.
const THURSDAY = Date.UTC(2026, 0, 1);

const spans = (partitions: readonly Partition[]) =>
  partitions.map(({ of, fromAt, toAt }) => {
    const days = `${(fromAt - THURSDAY) / DAY} to ${(toAt - THURSDAY) / DAY}`;
    return `${of.replace('measurement_', '')}: ${days}`;
  });

describe('partitions', () => {
  it('are made for today and two days, for this week and two weeks', () => {
    const { make, drop } = planPartitions([], RULES, THURSDAY + 5 * HOUR);
    expect(spans(make).join(', ')).toBe(
      '1: 0 to 1, 1: 1 to 2, 1: 2 to 3, 15: 0 to 7, 15: 7 to 14, 15: 14 to 21, ' +
        'batch: 0 to 7, batch: 7 to 14, batch: 14 to 21',
    );
    expect(drop).toEqual([]);
  });

  it('go when the youngest that they can hold is older than what is kept', () => {
    const { make: existing } = planPartitions([], RULES, THURSDAY);
    const dropped = (now: number) => spans(planPartitions(existing, RULES, now).drop);
    expect(dropped(THURSDAY + 3 * DAY - 1)).toEqual([]);
    expect(dropped(THURSDAY + 3 * DAY)).toEqual(['1: 0 to 1']);
    expect(dropped(THURSDAY + 42 * DAY - 1)).toEqual(['1: 0 to 1', '1: 1 to 2', '1: 2 to 3']);
    expect(dropped(THURSDAY + 42 * DAY)).toContain('15: 0 to 7');
  });

  it('are not made where another one, of another length, has some of the time', () => {
    const odd = { of: 'measurement_1', fromAt: THURSDAY, toAt: THURSDAY + 36 * HOUR } as const;
    expect(spans(planPartitions([odd], RULES, THURSDAY).make).filter((one) => one.startsWith('1:'))).toEqual([
      '1: 2 to 3',
    ]);
  });

  it('are few, for however long batches are kept', () => {
    for (const batchMs of [DAY, 35 * DAY, 400 * DAY, 3_650 * DAY]) {
      const length = partitionRules({ minuteMs: DAY, quarterMs: DAY, batchMs }).at(-1)?.lengthMs ?? 0;
      expect([length % (7 * DAY), batchMs / length <= 16]).toEqual([0, true]);
    }
  });
});
