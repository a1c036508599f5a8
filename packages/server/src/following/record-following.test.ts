import type { SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { STORE_KINDS, storeOfEachTest } from '../../testing/open-test-store.ts';
import { readJudging, recordFollowing } from './record-following.ts';
import { newSite } from '../../testing/new-site.ts';
import { removeSite } from '../registry/sites/remove-site.ts';

const NOW = Date.UTC(2030, 0, 1, 10);
const SITE = '00000000-0000-4000-8000-000000000001' as string as SiteId;

describe.each(STORE_KINDS)('how a site followed, on %s', (kind) => {
  const opened = storeOfEachTest(kind);
  beforeEach(async () => {
    await newSite(opened.store, NOW, { siteId: SITE });
  });

  async function note(asset: string, endAt: number, text: string): Promise<void> {
    const known = await opened.store.read(readJudging, { siteId: SITE });
    const follows = known ?? { version: 0, judgedTo: 0, judgeAt: null };
    const judged = {
      now: NOW,
      judgedTo: follows.judgedTo + 1,
      judgeAt: null,
      latest: [{ asset, endAt, text, judgements: [] }],
    };
    await opened.store.write(recordFollowing, { siteId: SITE, follows, events: [], ...judged });
  }

  const kept = () => opened.query('SELECT asset, judged FROM site_following ORDER BY asset');

  it('is the latest entry of each asset, also when word of an earlier one comes later', async () => {
    await note('grid', NOW, 'earlier');
    await note('grid', NOW + 2, 'latest');
    await note('grid', NOW + 1, 'between');
    await note('bess', NOW, 'other');
    await expect(kept()).resolves.toEqual([
      { asset: 'bess', judged: 'other' },
      { asset: 'grid', judged: 'latest' },
    ]);
  });

  it('goes with the site, and nothing is noted of one that is gone', async () => {
    await note('grid', NOW, 'x');
    await opened.store.write(removeSite, { siteId: SITE, siteName: 's', now: NOW });
    await note('grid', NOW + 1, 'y');
    await expect(kept()).resolves.toEqual([]);
  });
});
