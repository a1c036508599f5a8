import { randomUUID } from 'node:crypto';
import type { BatchId, ClientId } from '@setpoint/contract';
import { parseBatch } from '@setpoint/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readDelivery } from '../../delivery/read-delivery.ts';
import { applySchedules } from '../../schedules/apply-schedules.ts';
import { instantOf, openSiteStory, type SiteStory, TEN } from '../../../testing/open-site-story.ts';
import { STORE_KINDS } from '../../../testing/open-test-store.ts';

describe.each(STORE_KINDS)('limits that the meter of a site shows not kept, on %s', (kind) => {
  let site: SiteStory;

  beforeEach(async () => {
    site = await openSiteStory(kind);
  });

  afterEach(async () => {
    await site.close();
  });

  it('are told within a minute, whatever the controller says, and when they are kept again for a minute', async () => {
    await setLimit('upperLimitkW', 50);
    await report(1, 80);
    expect(await troubles()).toEqual([]);
    await report(31, 80);
    expect(await troubles()).toMatchObject([{ code: 'limit_exceeded', asset: 'grid' }]);
    await report(61, 49);
    await report(91, 49);
    expect(await troubles()).toEqual([]);
    expect(await told()).toEqual([
      ['limit_exceeded', 'grid', false, 'the connection point is at 80 kW, and its upper limit is 50 kW'],
      ['limit_exceeded', 'grid', true, null],
    ]);
  });

  it('are found where another batch sets them, and gone where one clears them', async () => {
    await report(1, -75);
    await setLimit('lowerLimitkW', -20);
    await report(31, -75);
    await report(61, -75);
    expect(await told()).toEqual([
      ['limit_exceeded', 'grid', false, 'the connection point is at -75 kW, and its lower limit is -20 kW'],
    ]);
    await setLimit('lowerLimitkW');
    await report(91, -75);
    await report(121, -75);
    expect(await troubles()).toEqual([]);
  });

  it('are none where nothing measures the connection point', async () => {
    await setLimit('upperLimitkW', 50);
    for (const second of [1, 31, 61]) await report(second);
    expect(await told()).toEqual([]);
  });

  async function setLimit(type: 'upperLimitkW' | 'lowerLimitkW', value?: number): Promise<void> {
    const entries = value === undefined ? [] : [{ startAt: instantOf(0), endAt: instantOf(60), value }];
    const batch = parseBatch({ schedules: [{ asset: 'grid', type, entries }] });
    const ids = { batchId: randomUUID() as string as BatchId, clientId: randomUUID() as string as ClientId };
    await site.store.write(applySchedules, { siteId: site.siteId, ...ids, now: site.clock.now, batch });
  }

  async function report(second: number, gridKw?: number): Promise<void> {
    site.clock.now = TEN + second * 1_000;
    await site.report(gridKw);
  }

  async function troubles() {
    const read = { siteId: site.siteId, now: site.clock.now, offlineAfterMs: 90_000 };
    return (await site.store.read(readDelivery, read))?.troubles;
  }

  async function told() {
    const events = (await site.events()).filter(({ type }) => type === 'site.trouble');
    return events.map(({ data }) => ['code', 'asset', 'isOver', 'message'].map((name) => data[name]));
  }
});
