import type { SiteId } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import type { StoredSite } from './read-site.ts';
import { assetsTail, type PresenceRule, siteDetailsParts, siteText } from './site-text.ts';

const COMMAND = '{"asset":"grid","type":"activePowerkW","entries":[]}';
const SITE: StoredSite = {
  siteId: '5f0c1c5e-7f0b-4a55-9f6e-0a4f3f1f0001' as SiteId,
  siteName: 'A "quoted" \u2028 site',
  version: 1,
  stateHash: 'abc',
  reportedAt: 1_000,
  disconnectedAt: null,
  assets: null,
  commands: [COMMAND, COMMAND],
};
const NOW = { now: 1_050, timeoutMs: 100 };
const LATER = { now: 1_101, timeoutMs: 100 };

function siteDetailsText(site: StoredSite, rule: PresenceRule): string {
  return siteText(site, rule).slice(0, -1) + assetsTail(site);
}

describe('the text of a site', () => {
  it('holds what is stored', () => {
    expect(JSON.parse(siteDetailsText({ ...SITE, assets: '{"grid":null}' }, NOW))).toEqual({
      siteId: SITE.siteId,
      siteName: SITE.siteName,
      isOnline: true,
      schedules: [JSON.parse(COMMAND), JSON.parse(COMMAND)],
      reportedAt: '1970-01-01T00:00:01.000Z',
      assets: { grid: null },
    });
  });

  it('says null for a site that never reported', () => {
    const site = JSON.parse(siteText({ ...SITE, reportedAt: null }, NOW)) as object;
    expect(site).toMatchObject({ isOnline: false, reportedAt: null });
  });

  it('is made of other parts when it is another text, and of the same when it is the same', () => {
    const variants: [StoredSite, typeof NOW][] = [
      [SITE, NOW],
      [SITE, { ...NOW, now: NOW.now + 1 }],
      [SITE, LATER],
      [{ ...SITE, siteName: 'b' }, NOW],
      [{ ...SITE, stateHash: 'abd', commands: [COMMAND] }, NOW],
      [{ ...SITE, reportedAt: 1_001 }, NOW],
      [{ ...SITE, disconnectedAt: 1_000 }, NOW],
      [{ ...SITE, assets: '{"grid":null}' }, NOW],
    ];
    for (const [one, oneRule] of variants) {
      for (const [other, otherRule] of variants) {
        const isSameText = siteDetailsText(one, oneRule) === siteDetailsText(other, otherRule);
        expect(siteDetailsParts(one, oneRule) === siteDetailsParts(other, otherRule)).toBe(isSameText);
      }
    }
  });
});
