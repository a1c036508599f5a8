import type { AssetScheduleCommand, ScheduleEntry, SiteId } from '@setpoint/contract';
import { commandDeliveries } from '@setpoint/core';
import { expect, it } from 'vitest';
import { openTestStore, STORE_KINDS, type StoreKind, type TestStore } from '../../testing/open-test-store.ts';
import type { Store } from '../store/store.ts';
import { readDelivery } from './read-delivery.ts';
import { latestApplied } from './latest-applied.ts';
import { forgetApplied, forgetOldApplied } from './forget-applied.ts';
import { newSite } from '../../testing/new-site.ts';
import { setSchedules } from '../../testing/set-schedules.ts';
import { recordReport } from '../gateway/reports/record-report.ts';

const SITE = '00000000-0000-4000-8000-000000000001' as string as SiteId;
const START = Date.UTC(2030, 0, 1);
const HOUR_MS = 3_600_000;
const VERSIONS = 70;

/** A site whose controller applied seventy versions, one a second; the odd ones change one pair, the even another. */
async function openBusySite(kind: StoreKind): Promise<TestStore> {
  const opened = await openTestStore(kind);
  const { store } = opened;
  await newSite(store, START, { siteId: SITE, siteName: 'Nord' });
  for (let version = 1; version <= VERSIONS; version += 1) {
    const now = START + version * 1_000;
    await setOne(store, version, now);
    const { revision } = (await look(store, now)) ?? { revision: '' };
    const report = { siteId: SITE, now, session: 's', sequence: version, clockOffsetMs: 0, revision, rejected: [] };
    await store.write(recordReport, report);
  }
  return opened;
}

// The third version alone sets the battery: what it needs is one of the oldest rows.
function pairOf(version: number): Pick<AssetScheduleCommand, 'asset' | 'type'> {
  if (version === 3) return { asset: 'bess', type: 'activePowerkW' };
  return { asset: 'grid', type: version % 2 === 0 ? 'upperLimitkW' : 'activePowerkW' };
}

async function setOne(store: Store, version: number, now: number): Promise<void> {
  const entry = { startAt: '2030-01-01T00:00:00Z', endAt: '2030-01-02T00:00:00Z', value: version };
  await setSchedules(store, SITE, { now, schedules: [{ ...pairOf(version), entries: [entry] }] });
}

const look = (store: Store, now: number) => store.read(readDelivery, { siteId: SITE, now, offlineAfterMs: 90_000 });

it.each(STORE_KINDS)(
  'when a version was applied is known as long as something set asks for it, on %s',
  async (kind) => {
    const { store, query, close } = await openBusySite(kind);
    const versions = async () => {
      const rows = await query('SELECT version FROM applied_version ORDER BY version');
      return rows.map((row) => Number(row['version']));
    };
    const latest = async () => {
      const [row] = await query('SELECT applied FROM site_state');
      return latestApplied(String(row?.['applied'])).map(({ version }) => version);
    };
    const deliveries = async () => {
      const delivery = await look(store, START + HOUR_MS);
      return delivery && commandDeliveries(delivery.commands, delivery.facts);
    };
    expect(await latest()).toEqual(expect.arrayContaining([3, VERSIONS - 1, VERSIONS]));
    expect((await latest()).length).toBeLessThanOrEqual(16);
    const before = await deliveries();
    // As releases before left it: each version has a row.
    for (let version = 1; version <= VERSIONS; version += 1) {
      await query(`INSERT INTO applied_version VALUES ('${SITE}', 1, ${version}, ${START + version * 1_000})`);
    }
    await query("UPDATE site_state SET applied = '[]'");
    // What was written past the store is read after its next write.
    await store.write(forgetApplied, { siteId: SITE, limit: 0 });
    expect(await deliveries()).toEqual(before);
    await forgetOldApplied({ store, now: () => START })();
    expect(await versions()).toEqual([3, VERSIONS - 1, VERSIONS]);
    expect(await deliveries()).toEqual(before);
    await close();
  },
);

it.each(STORE_KINDS)('what there is no room for beside the state has rows, on %s', async (kind) => {
  const { store, query, close } = await openTestStore(kind);
  await newSite(store, START, { siteId: SITE, siteName: 'Nord' });
  const entries: ScheduleEntry[] = [];
  for (let version = 1; version <= 24; version += 1) {
    const now = START + version * 1_000;
    // Each entry is first set by a version of its own.
    const day = (number: number) => new Date(START + number * 24 * HOUR_MS).toISOString();
    entries.push({ startAt: day(version), endAt: day(version + 1), value: version });
    await setSchedules(store, SITE, { now, schedules: [{ ...pairOf(3), entries }] });
    const { revision } = (await look(store, now)) ?? { revision: '' };
    const report = { siteId: SITE, now, session: 's', sequence: version, clockOffsetMs: 0, revision, rejected: [] };
    await store.write(recordReport, report);
  }
  expect((await query('SELECT version FROM applied_version')).length).toBeGreaterThan(0);
  const delivery = await look(store, START + HOUR_MS);
  const known = new Set(delivery?.facts.applied.map(({ version, at }) => `${version} ${(at - START) / 1_000}`));
  expect(known).toEqual(new Set(entries.map((_, at) => `${at + 1} ${at + 1}`)));
  await close();
});
