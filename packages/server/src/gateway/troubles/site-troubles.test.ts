import { randomUUID } from 'node:crypto';
import type { SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { troublesOf } from '../../sites/troubles-of.ts';
import { readEventBounds, readEvents } from '../../events/read-events.ts';
import { addControllerKey } from '../../registry/keys/add-controller-key.ts';
import { newSite } from '../../../testing/new-site.ts';
import { hashSecret, makeSecret } from '../../identity/make-secret.ts';
import { probeStore } from '../../store/probe-store.ts';
import { STORE_KINDS, storeOfTests } from '../../../testing/open-test-store.ts';
import { recordReport } from '../reports/record-report.ts';
import { createSiteTroubles, type SiteTroubles } from './site-troubles.ts';

const START = Date.UTC(2030, 0, 1);
const SECOND = 1_000;
const MINUTE = 60 * SECOND;

describe.each(STORE_KINDS)('what goes wrong with a controller, on %s', async (kind) => {
  let now: number;
  let siteId: SiteId;
  let troubles: SiteTroubles;

  const opened = await storeOfTests(kind);
  beforeEach(async () => {
    now = START;
    siteId = randomUUID() as string as SiteId;
    troubles = createSiteTroubles({
      store: opened.store,
      now: () => now,
      onFailure: (cause) => expect.unreachable(String(cause)),
    });
    await newSite(opened.store, now, { siteId });
  });

  /** Behind a write of our own, which queues behind those that are under way. */
  async function kept() {
    await opened.store.write(probeStore, { now });
    const [row] = await opened.query(`SELECT troubles FROM site_state WHERE site_id = '${siteId}'`);
    const known = troublesOf(row === undefined ? null : (row['troubles'] as string | null));
    return known.map(({ code, since, at }) => [code, since - START, at - START]);
  }
  async function events(): Promise<number> {
    await opened.untilHandedOut();
    const { forgotten } = await opened.store.read(readEventBounds, {});
    const { events: all } = await opened.store.read(readEvents, { after: forgotten, rows: 1_000 });
    return all.filter((event) => event.siteId === siteId && event.type === 'site.trouble').length;
  }

  it('is kept on its site now and then, however often it happens, and told when it begins', async () => {
    for (; now < START + MINUTE; now += 5 * SECOND) troubles.refusedLogin(siteId, 'x');
    await expect.poll(kept).toEqual([['login_refused', 0, 40 * SECOND]]);
    expect(await events()).toBe(1);
    troubles.refusedSubscription(siteId, 'sites/v1/#');
    await expect.poll(kept).toEqual([
      ['login_refused', 0, 40 * SECOND],
      ['subscription_refused', MINUTE, MINUTE],
    ]);
  });

  it('is over with a good report when it was not seen for a minute', async () => {
    troubles.refusedLogin(siteId, 'x');
    await expect.poll(kept).toHaveLength(1);
    const said = { session: 's', clockOffsetMs: 0, revision: null, rejected: [] };
    for (const sequence of [1, 2]) {
      now = START + sequence * 30 * SECOND;
      await opened.store.write(recordReport, { siteId, now, sequence, ...said });
      expect(await kept()).toHaveLength(2 - sequence);
    }
    expect(await events()).toBe(2);
  });

  it('of strangers who name many sites is bounded, and nothing for those that are none', async () => {
    for (let each = 0; each < 500; each += 1) troubles.refusedLogin(randomUUID() as string as SiteId, 'x');
    troubles.refusedLogin(siteId, 'x');
    await expect.poll(kept).toHaveLength(1);
    const sites = Array.from({ length: 130 }, () => randomUUID() as string as SiteId);
    await Promise.all(sites.map((id) => newSite(opened.store, now, { siteId: id })));
    for (const id of sites) troubles.refusedLogin(id, 'x');
    const seen = async () => {
      await opened.store.write(probeStore, { now });
      return opened.query(
        `SELECT site_id FROM site_state WHERE troubles IS NOT NULL AND site_id IN ('${sites.join("','")}')`,
      );
    };
    await expect.poll(seen).toHaveLength(119);
  });

  it('names the site of a key that has ended, and of no other key', async () => {
    const { text } = makeSecret('sck_');
    const key = { siteId, keyId: randomUUID(), keyHash: hashSecret(text), now, endsAt: now + 1 };
    await opened.store.write(addControllerKey, key);
    troubles.refusedKey(makeSecret('sck_').text);
    troubles.refusedKey(text);
    await expect.poll(kept).toEqual([['login_refused', 0, 0]]);
    expect(await events()).toBe(1);
  });

  it('is two controllers when one takes over from the other again and again, and not when one comes back', async () => {
    for (let each = 0; each < 3; each += 1) troubles.tookOver(siteId);
    now += 4 * MINUTE;
    for (let each = 0; each < 3; each += 1) troubles.tookOver(siteId);
    expect(await kept()).toEqual([]);
    troubles.tookOver(siteId);
    await expect.poll(kept).toEqual([['two_controllers', 4 * MINUTE, 4 * MINUTE]]);
  });
});
