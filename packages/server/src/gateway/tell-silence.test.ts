import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSiteStory, type SiteStory, TEN } from '../testing/open-site-story.ts';
import { STORE_KINDS } from '../testing/open-test-store.ts';
import { tellSilence } from './tell-silence.ts';

const OFFLINE_AFTER = 90_000;

describe.each(STORE_KINDS)('a site that fell silent, on %s', (kind) => {
  let site: SiteStory;

  beforeEach(async () => {
    site = await openSiteStory(kind);
  });

  afterEach(() => site.close());

  it('is told once, and never for the silence of this service itself', async () => {
    await site.report();
    await tellAt(TEN + OFFLINE_AFTER);
    await tellAt(TEN + OFFLINE_AFTER + 1, TEN + 10);
    expect(await presence()).toEqual(['site.online']);
    await tellAt(TEN + OFFLINE_AFTER + 11, TEN + 10);
    await tellAt(TEN + OFFLINE_AFTER + 12, TEN + 10);
    expect(await presence()).toEqual(['site.online', 'site.offline']);
    expect((await site.events()).at(-1)).toMatchObject({ at: TEN + OFFLINE_AFTER, data: { reason: 'silent' } });
    await site.report();
    expect(await presence()).toEqual(['site.online', 'site.offline', 'site.online']);
  });

  async function tellAt(instant: number, listeningSince = 0): Promise<void> {
    site.clock.now = instant;
    await tellSilence({ store: site.store, now: () => instant, offlineAfterMs: OFFLINE_AFTER, listeningSince }, '');
  }

  async function presence(): Promise<string[]> {
    return (await site.events()).map(({ type }) => type).filter((type) => type.startsWith('site.o'));
  }
});
