import type { SiteId } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { MINUTE, openSiteStory, TEN } from '../../testing/open-site-story.ts';
import { STORE_KINDS } from '../../testing/open-test-store.ts';
import { inEachTest } from '../../testing/of-tests.ts';
import { announceEntries } from './announce-entries.ts';
import { settleEntries } from './steps/settle-site.ts';

describe.each(STORE_KINDS)('what the clock brings about, on %s', (kind) => {
  const site = inEachTest(() => openSiteStory(kind));

  it('is told once when two look at the same time', async () => {
    await site.set([1, 2]);
    await site.report();
    const now = TEN + 3 * MINUTE;
    await Promise.all([tellAt(now), tellAt(now), tellAt(now)]);
    expect(await told()).toEqual(['1 started', '1 completed']);
    // Somebody who found the site due, and then came late.
    const siteIds = [site.siteId];
    for (const upTo of [TEN + MINUTE, now]) await site.store.write(settleEntries, { siteIds, now, upTo });
    expect(await told()).toEqual(['1 started', '1 completed']);
  });

  it('is told in time, however many sites changed just before', async () => {
    const sites = await addSites(400);
    for (const siteId of sites) await site.setOn(siteId, siteId === sites.at(-1) ? [0.01, 0.05] : [60, 61]);
    await stepsUntil(TEN + 4_000);
    expect(await told()).toEqual(['0.01 missed']);
  });

  it('is announced soon after a report that applies a running entry, and once', async () => {
    await site.set([1, 5]);
    await tellAt(TEN + 2 * MINUTE);
    site.clock.now += 1;
    await site.report();
    await tellAt(TEN + 3 * MINUTE);
    expect(await told()).toEqual(['1 started late']);
    await tellAt(TEN + 6 * MINUTE);
    expect(await told()).toEqual(['1 started late', '1 completed late']);
  });

  it('lies together in the log for sites to which the clock comes together', async () => {
    for (const siteId of await addSites(40)) await site.setOn(siteId, [1, 2]);
    const rows = () => site.query('SELECT at FROM event');
    const before = (await rows()).length;
    // Those for whom a step has no time left come in the next one.
    for (let steps = 0; steps < 2; steps += 1) await tellAt(TEN + 3 * MINUTE);
    expect((await rows()).length - before).toBe(2);
    expect(new Set((await missed()).map(({ siteId }) => siteId)).size).toBe(40);
  });

  it('is told of all sites but the one where it cannot be found out', async () => {
    const [broken, ...sound] = await addSites(3);
    for (const siteId of [...sound, broken]) if (siteId !== undefined) await site.setOn(siteId, [1, 2]);
    await site.query(`UPDATE set_command SET first_set = 'no JSON' WHERE site_id = '${broken}'`);
    await expect(tellAt(TEN + 3 * MINUTE)).rejects.toThrow('JSON');
    expect(new Set((await missed()).map(({ siteId }) => siteId))).toEqual(new Set(sound));
  });

  it('is an entry that began before its site was held, though nobody had looked since', async () => {
    await site.set([1, 5]);
    await site.report();
    site.clock.now = TEN + 2 * MINUTE;
    await site.hold();
    expect(await told()).toEqual(['1 started']);
  });

  async function tellAt(instant: number): Promise<void> {
    site.clock.now = instant;
    // As it looks a little behind the clock.
    await announceEntries({ store: site.store, now: () => instant + 500 });
  }

  /** The steps of the walk, one each 100 ms. */
  async function stepsUntil(end: number): Promise<void> {
    const { clock, store } = site;
    for (; clock.now <= end; clock.now += 100) await announceEntries({ store, now: () => clock.now });
  }

  async function addSites(count: number): Promise<SiteId[]> {
    const ids = Array.from(
      { length: count },
      (_, index) => `00000000-0000-4000-8000-1${String(index).padStart(11, '0')}`,
    );
    const siteIds = ids as SiteId[];
    for (const siteId of siteIds) await site.addSite(siteId);
    return siteIds;
  }

  async function missed() {
    return (await site.events()).filter(({ type }) => type === 'entry.missed');
  }

  async function told(): Promise<string[]> {
    const events = (await site.events()).filter(({ type }) => type.startsWith('entry.'));
    return events.map(({ type, data }) => {
      const minute = (Date.parse(String(data['startAt'])) - TEN) / MINUTE;
      return `${minute} ${type.replace('entry.', '')}${data['isLate'] === true ? ' late' : ''}`;
    });
  }
});
