import type { AssetScheduleCommand, ScheduleEntry, SiteId } from '@setpoint/contract';
import { commandDeliveries } from '@setpoint/core';
import { expect, it } from 'vitest';
import { storeOfTest, STORE_KINDS, type StoreKind, type TestStore } from '../../testing/open-test-store.ts';
import type { Store } from '../store/store.ts';
import { readDelivery } from './read-delivery.ts';
import { latestApplied } from './steps/note-applied.ts';
import { forgetApplied, forgetOldApplied } from './forget-applied.ts';
import { newSite } from '../../testing/new-site.ts';
import { setSchedules } from '../../testing/set-schedules.ts';
import { recordReport } from '../gateway/reports/record-report.ts';

const SITE = '00000000-0000-4000-8000-000000000001' as string as SiteId;
const START = Date.UTC(2030, 0, 1);
const HOUR_MS = 3_600_000;
const VERSIONS = 70;

const look = (store: Store, now: number) => store.read(readDelivery, { siteId: SITE, now, offlineAfterMs: 90_000 });

type Command = Pick<AssetScheduleCommand, 'asset' | 'type' | 'entries'>;

/** A site whose controller applied so many versions, one a second. */
async function busySite(kind: StoreKind, versions: number, setIn: (version: number) => Command): Promise<TestStore> {
  const opened = await storeOfTest(kind);
  const { store } = opened;
  await newSite(store, START, { siteId: SITE });
  for (let version = 1; version <= versions; version += 1) {
    const now = START + version * 1_000;
    await setSchedules(store, SITE, { now, schedules: [setIn(version)] });
    const { revision } = (await look(store, now)) ?? { revision: '' };
    const report = { siteId: SITE, now, session: 's', sequence: version, clockOffsetMs: 0, revision, rejected: [] };
    await store.write(recordReport, report);
  }
  return opened;
}

const day = (number: number) => new Date(START + number * 24 * HOUR_MS).toISOString();

// The odd ones change one pair, the even another; the third alone sets the battery, which needs one of the oldest rows.
function inTurn(version: number): Command {
  const entries = [{ startAt: day(0), endAt: day(1), value: version }];
  if (version === 3) return { asset: 'bess', type: 'activePowerkW', entries };
  return { asset: 'grid', type: version % 2 === 0 ? 'upperLimitkW' : 'activePowerkW', entries };
}

it.each(STORE_KINDS)('when a version was applied is known while something set asks for it, on %s', async (kind) => {
  const { store, query } = await busySite(kind, VERSIONS, inTurn);
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
});

it.each(STORE_KINDS)('what there is no room for beside the state has rows, on %s', async (kind) => {
  // Each entry is first set by a version of its own.
  const entries: ScheduleEntry[] = [];
  const { store, query } = await busySite(kind, 24, (version) => {
    entries.push({ startAt: day(version), endAt: day(version + 1), value: version });
    return { asset: 'bess', type: 'activePowerkW', entries };
  });
  expect((await query('SELECT version FROM applied_version')).length).toBeGreaterThan(0);
  const delivery = await look(store, START + HOUR_MS);
  const known = new Set(delivery?.facts.applied.map(({ version, at }) => `${version} ${(at - START) / 1_000}`));
  expect(known).toEqual(new Set(entries.map((_, at) => `${at + 1} ${at + 1}`)));
});
