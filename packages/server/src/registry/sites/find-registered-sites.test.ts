import { beforeEach, expect, it } from 'vitest';
import { openSiteStory } from '../../../testing/open-site-story.ts';
import { inEachTest } from '../../../testing/of-tests.ts';
import { BEFORE_ALL_SITES } from '../../sites/list-sites.ts';
import { findRegisteredSites, readSiteFilter } from './find-registered-sites.ts';

const site = inEachTest(() => openSiteStory('SQLite'));
beforeEach(async () => {
  await site.set([0, 60]);
});

it('a site that is in sync has an issue for what is served in part, and for each of its troubles', async () => {
  await site.report(1);
  expect(await found()).toEqual(['in_sync']);
  await site.report(1, {
    limited: [{ asset: 'grid', type: 'activePowerkW', by: 'soc', kW: 0 }],
    told: [{ code: 'order_lost', asset: 'bess' }],
    clockOffsetMs: -5_000,
  });
  expect(await found()).toEqual(['in_sync', 'limited', 'clock_off', 'order_lost']);
  expect(await found(true)).toHaveLength(4);
});

/** The state of the site and its issues; nothing if it is not found. */
async function found(issues?: boolean): Promise<string[]> {
  const filter = readSiteFilter(issues === undefined ? {} : { issues });
  const wanted = { filter, after: BEFORE_ALL_SITES, limit: 1, now: site.clock.now, offlineAfterMs: 90_000 };
  const [one] = await findRegisteredSites(site.store, wanted);
  return one === undefined ? [] : [one.state, ...one.issues];
}
