import { join } from 'node:path';
import type { SiteId } from '@setpoint/contract';
import { expect, test } from 'vitest';
import { beginPackedWriter } from '../../testing/open-test-store.ts';
import { openSqliteStore } from '../store/sqlite/open-sqlite-store.ts';
import { listDueSites } from '../sites/list-due-sites.ts';
import { tellTime } from '../platform/loops/tell-time.ts';
import { announceEntries } from './announce-entries.ts';
import { newSite } from '../../testing/new-site.ts';
import { testFolder } from '../../testing/test-folder.ts';
import { setSchedules } from '../../testing/set-schedules.ts';
import { probeStore } from '../store/probe-store.ts';

const SITES = 200;
const NOW = Date.UTC(2030, 0, 1, 10);
const ENTRY_END = NOW + 120_000;
const entry = { startAt: '2030-01-01T10:01:00Z', endAt: '2030-01-01T10:02:00Z', value: 1 };

test('a walk over the sites that is stopped in its middle writes nothing after that', async () => {
  const folder = testFolder();
  const faults: unknown[] = [];
  const onFailure = (cause: unknown) => void faults.push(cause);
  const store = await openSqliteStore({
    writer: await beginPackedWriter(),
    databasePath: join(folder, 'setpoint.sqlite'),
    onFatal: onFailure,
  });
  const added = Array.from({ length: SITES }, async (_, index) => {
    const siteId = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}` as SiteId;
    await newSite(store, NOW, { siteId });
    await setSchedules(store, siteId, {
      now: NOW,
      schedules: [{ asset: 'grid', type: 'activePowerkW', entries: [entry] }],
    });
  });
  await Promise.all(added);
  const now = () => ENTRY_END + 1_000;
  const untold = async () => (await store.read(listDueSites, { upTo: ENTRY_END, limit: SITES })).length;
  const telling = tellTime({ now, isChosen: () => Promise.resolve(true), onFailure }, [
    (signal) => announceEntries({ store, now, signal }),
  ]);
  while ((await untold()) === SITES) await new Promise((resolve) => setImmediate(resolve));
  await telling.stop();
  const left = await untold();
  expect(left).toBeGreaterThan(0);
  // A walk that went on would have its turns between these.
  for (let turn = 0; turn < 5; turn += 1) await store.write(probeStore, { now: NOW });
  expect(await untold()).toBe(left);
  await store.close();
  expect(faults).toEqual([]);
});
