import { beforeEach, expect, it } from 'vitest';
import { openSiteStory } from '../../../testing/open-site-story.ts';
import { inEachTest } from '../../../testing/of-tests.ts';
import { recordReport, type RecordReportInput } from '../../gateway/reports/record-report.ts';
import { readRevision } from '../../gateway/snapshots/read-schedule.ts';
import { BEFORE_ALL_SITES } from '../../sites/list-sites.ts';
import { findRegisteredSites, readSiteFilter } from './find-registered-sites.ts';

let sequence = 0;

const site = inEachTest(() => openSiteStory('SQLite'));
beforeEach(async () => {
  await site.set([0, 60]);
});

it('a site that is in sync has an issue for what is served in part, and for each of its troubles', async () => {
  await report({});
  expect(await found()).toEqual(['in_sync']);
  await report({
    limited: [{ asset: 'grid', type: 'activePowerkW', by: 'soc', kW: 0 }],
    told: [{ code: 'order_lost', asset: 'bess' }],
    clockOffsetMs: -5_000,
  });
  expect(await found()).toEqual(['in_sync', 'limited', 'clock_off', 'order_lost']);
  expect(await found(true)).toHaveLength(4);
});

async function report(said: Partial<RecordReportInput>): Promise<void> {
  const { siteId, store, clock } = site;
  sequence += 1;
  const revision = (await store.read(readRevision, { siteId })) ?? null;
  const plain = { session: 's', sequence, clockOffsetMs: 0, revision, rejected: [] };
  await store.write(recordReport, { siteId, now: clock.now, ...plain, ...said });
}

/** The state of the site and its issues; nothing if it is not found. */
async function found(issues?: boolean): Promise<string[]> {
  const filter = readSiteFilter(issues === undefined ? {} : { issues });
  const wanted = { filter, after: BEFORE_ALL_SITES, limit: 1, now: site.clock.now, offlineAfterMs: 90_000 };
  const [one] = await findRegisteredSites(site.store, wanted);
  return one === undefined ? [] : [one.state, ...one.issues];
}
