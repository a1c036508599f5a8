import { describe, expect, it } from 'vitest';
import { openSiteStory, TEN } from '../../../testing/open-site-story.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';
import { inEachTest } from '../../../testing/of-tests.ts';
import { watchGaps } from '../../platform/loops/watch-gaps.ts';
import { silenceSteps, tellSilence } from './tell-silence.ts';

const OFFLINE_AFTER = 90_000;

describe.each(STORE_KINDS)('a site that fell silent, on %s', (kind) => {
  const site = inEachTest(() => openSiteStory(kind));

  it('is told once, and never for the silence of this service itself', async () => {
    await site.report();
    await tellAt(TEN + OFFLINE_AFTER);
    await tellAt(TEN + OFFLINE_AFTER + 1, TEN + 10);
    expect(await presence()).toEqual(['site.online']);
    await tellAt(TEN + OFFLINE_AFTER + 11, TEN + 10);
    await tellAt(TEN + OFFLINE_AFTER + 12, TEN + 10);
    expect(await presence()).toEqual(['site.online', 'site.offline']);
    expect((await site.events()).at(-1)).toMatchObject({ at: TEN + 10 + OFFLINE_AFTER, data: { reason: 'silent' } });
    await site.report();
    expect(await presence()).toEqual(['site.online', 'site.offline', 'site.online']);
  });

  it('is looked for again when it may have come, and not before', async () => {
    await site.report();
    let reads = 0;
    const read: typeof site.store.read = (transaction, input) => {
      reads += 1;
      return site.store.read(transaction, input);
    };
    const store = { ...site.store, read };
    const now = () => site.clock.now;
    const step = silenceSteps({ store, now, offlineAfterMs: OFFLINE_AFTER, listeningSince: () => 0 });
    const stepAt = async (instant: number) => {
      site.clock.now = instant;
      reads = 0;
      const dueAt = await step(new AbortController().signal);
      return { dueAt, hasLooked: reads > 0 };
    };
    const silentAt = TEN + OFFLINE_AFTER + 1;
    expect(await stepAt(TEN + 10)).toEqual({ dueAt: silentAt, hasLooked: true });
    expect(await stepAt(TEN + 20)).toEqual({ dueAt: silentAt, hasLooked: false });
    // A clock that was set back may have made it any other instant.
    expect(await stepAt(TEN - 10)).toEqual({ dueAt: TEN - 10 + OFFLINE_AFTER, hasLooked: true });
    await stepAt(silentAt);
    expect(await presence()).toEqual(['site.online', 'site.offline']);
    // Nobody is online: whoever comes now has the whole time.
    await stepAt(silentAt + 10);
    expect(await stepAt(silentAt + 20)).toEqual({ dueAt: silentAt + 10 + OFFLINE_AFTER, hasLooked: false });
  });

  it('is not called offline for a time in which this process stood still', async () => {
    await site.report();
    const now = () => site.clock.now;
    const gaps = watchGaps(now, OFFLINE_AFTER / 3);
    const step = silenceSteps({
      store: site.store,
      now,
      offlineAfterMs: OFFLINE_AFTER,
      listeningSince: gaps.awakeSince,
    });
    const stepAt = async (instant: number) => {
      site.clock.now = instant;
      await step(new AbortController().signal);
      // The beat comes behind the step that it should have come before.
      gaps.awakeSince();
    };
    await stepAt(TEN + 1_000);
    const awakeAt = TEN + 60_000;
    await stepAt(awakeAt);
    for (let at = awakeAt; at <= awakeAt + OFFLINE_AFTER; at += 5_000) await stepAt(at);
    expect(await presence()).toEqual(['site.online']);
    await stepAt(awakeAt + OFFLINE_AFTER + 1);
    gaps.stop();
    expect(await presence()).toEqual(['site.online', 'site.offline']);
  });

  async function tellAt(instant: number, since = 0): Promise<void> {
    site.clock.now = instant;
    const listeningSince = () => since;
    await tellSilence({ store: site.store, now: () => instant, offlineAfterMs: OFFLINE_AFTER, listeningSince }, '');
  }

  async function presence(): Promise<string[]> {
    return (await site.events()).map(({ type }) => type).filter((type) => type.startsWith('site.o'));
  }
});
