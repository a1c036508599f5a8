import type { SiteId } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { readJudging, recordFollowing } from '../../following/record-following.ts';
import { newSite } from '../../../testing/new-site.ts';
import { STORE_KINDS, storeOfTests } from '../../../testing/open-test-store.ts';
import { findSites } from './firing-subjects.ts';

const QUARTER_MS = 15 * 60_000;
const STATES = { d: 'deviating', f: 'followed', u: 'unknown' } as const;

describe.each(STORE_KINDS)('a site that deviates, on %s', async (kind) => {
  const opened = await storeOfTests(kind);

  /** Notes judgements as the service does: of each asset a letter for each quarter of an hour. */
  async function note(siteId: SiteId, pictures: Readonly<Record<string, string>>): Promise<void> {
    const follows = (await opened.store.read(readJudging, { siteId })) ?? expect.unreachable('there is no site');
    const latest = Object.entries(pictures).map(([asset, picture]) => {
      const judgements = [...picture.matchAll(/[dfu]/g)].map(({ 0: letter, index: at }) => {
        return { state: STATES[letter as keyof typeof STATES], fromAt: at * QUARTER_MS, endAt: (at + 1) * QUARTER_MS };
      });
      const { state, endAt = 0 } = judgements.at(-1) ?? {};
      return { asset, endAt, text: JSON.stringify({ asset, state }), judgements };
    });
    const noted = { now: 9 * QUARTER_MS, judgedTo: 9 * QUARTER_MS, judgeAt: null, latest, events: [] };
    await opened.store.write(recordFollowing, { siteId, follows, ...noted });
  }

  it.each([
    [{ grid: 'dd' }, 30, 2, 0],
    [{ grid: 'dd' }, 31, 9, undefined],
    [{ grid: 'dd' }, 30, 25.9, 0],
    [{ grid: 'dd' }, 30, 26, undefined],
    [{ grid: 'ddu' }, 30, 3, 0],
    [{ grid: 'ddf' }, 0, 3, undefined],
    // Each asset has to deviate for so long by itself; the first of them counts.
    [{ grid: 'd', bess: ' dd' }, 30, 3, 1],
    [{ grid: 'dd', bess: ' dd' }, 30, 3, 0],
  ])('%j, for %i minutes, at the quarter %d: since %s', async (pictures, minutes, nowQuarter, quarter) => {
    const siteId = await newSite(opened.store, 0);
    await note(siteId, pictures);
    const of = { siteId, poolId: '', now: nowQuarter * QUARTER_MS, leadMs: minutes * 60_000, offlineAfterMs: 90_000 };
    const [found] = await opened.store.read(findSites, { ...of, condition: 'deviating' });
    expect(found?.since).toBe(quarter === undefined ? undefined : quarter * QUARTER_MS);
  });
});
