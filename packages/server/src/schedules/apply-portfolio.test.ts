import { randomUUID } from 'node:crypto';
import type { BatchId, ClientId, HoldId, SiteId } from '@setpoint/contract';
import { parseBatch } from '@setpoint/core';
import { beforeEach, describe, expect, it } from 'vitest';
import { STORE_KINDS, storeOfEachTest } from '../../testing/open-test-store.ts';
import { storedIdText } from '../../testing/stored-id-text.ts';
import type { ApplySchedulesInput } from './apply-schedules.ts';
import { newSite } from '../../testing/new-site.ts';
import { readEventBounds, readEvents } from '../events/read-events.ts';
import { applyPortfolio } from './apply-portfolio.ts';
import { makeHold } from '../holds/make-hold.ts';

const NOW = Date.UTC(2030, 0, 1, 10);
const CLIENT = '00000000-0000-4000-8000-0000000000aa' as string as ClientId;
const SITES = [1, 2, 3, 4].map((index) => `00000000-0000-4000-8000-00000000000${index}` as SiteId);

describe.each(STORE_KINDS)('a portfolio, on %s', (kind) => {
  const opened = storeOfEachTest(kind);
  beforeEach(async () => {
    for (const siteId of SITES) await newSite(opened.store, NOW, { siteId });
  });

  it('is set on all sites under one parent', async () => {
    const parentId = randomUUID() as string as BatchId;
    const outcome = await opened.store.write(applyPortfolio, { batches: batches(5, { parentId }) });
    expect(outcome).toMatchObject({ kind: 'applied', outcomes: SITES.map(() => ({ kind: 'accepted', version: 1 })) });
    const parent = storedIdText(kind, parentId);
    const rows = await opened.query(`SELECT version FROM batch WHERE parent_id = ${parent}`);
    expect(rows).toEqual(SITES.map(() => ({ version: 1 })));
  });

  it('leaves no trace on any site when one refuses', async () => {
    const wanted = batches(5).map((batch, index) => (index === 2 ? { ...batch, ifVersion: 7 } : batch));
    const { kind: outcome, outcomes } = await opened.store.write(applyPortfolio, { batches: wanted });
    expect([outcome, outcomes[2]]).toEqual(['refused', { kind: 'version_differs', version: 0 }]);
    await expect(opened.query('SELECT version FROM site')).resolves.toEqual(SITES.map(() => ({ version: 0 })));
    await expect(opened.query('SELECT * FROM set_command')).resolves.toEqual([]);
  });

  it('comes under a hold that is on its way over all sites', async () => {
    const holdId = randomUUID() as string as HoldId;
    const everywhere = { siteId: null, asset: null, clientId: null, reason: null };
    await opened.store.write(makeHold, { ...everywhere, holdId, madeBy: CLIENT, isOperators: true, now: NOW });
    await opened.store.write(applyPortfolio, { batches: batches(5).reverse() });
    const held = await opened.query('SELECT site_id, version FROM site_hold ORDER BY site_id');
    expect(held).toEqual(SITES.map((siteId) => ({ site_id: siteId, version: 1 })));
  });

  it('gives each of very many sites its own next number', async () => {
    const siteIds = [...SITES];
    while (siteIds.length < 230) siteIds.push(await newSite(opened.store, NOW));
    const again = siteIds.filter((_, index) => index % 3 === 0);
    await opened.store.write(applyPortfolio, { batches: batches(1, {}, again) });
    const { outcomes } = await opened.store.write(applyPortfolio, { batches: batches(2, {}, siteIds) });
    expect(outcomes.map((one) => 'version' in one && one.version)).toEqual(
      siteIds.map((_, index) => (index % 3 === 0 ? 2 : 1)),
    );
    await opened.untilHandedOut();
    const { forgotten } = await opened.store.read(readEventBounds, {});
    const { events } = await opened.store.read(readEvents, { after: forgotten, rows: 10_000 });
    const sitesOf = (type: string) => events.filter((event) => event.type === type).map(({ siteId }) => siteId);
    expect(sitesOf('batch.superseded')).toEqual(again.toSorted());
    expect(sitesOf('batch.accepted').slice(-siteIds.length)).toEqual(siteIds.toSorted());
    const places = events.map(({ position: { epoch, tx, n, k } }) => [epoch, tx, n, k].join());
    expect(new Set(places).size).toBe(events.length);
    // As if each had been written alone.
    const middle = events.at(-10) ?? expect.unreachable('there are no events');
    const behind = await opened.store.read(readEvents, { after: middle.position, rows: 10_000 });
    expect(behind).toMatchObject({ isAfterKnown: true, events: events.slice(-9) });
    const rows = await opened.query('SELECT 1 FROM event');
    expect(rows.length).toBeLessThan(siteIds.length + 230 / 16);
  });

  it('is set beside others that name the same sites in another order', async () => {
    const portfolios = Array.from({ length: 6 }, (_, index) =>
      index % 2 === 0 ? batches(index) : batches(index).reverse(),
    );
    const outcomes = portfolios.map((wanted) => opened.store.write(applyPortfolio, { batches: wanted }));
    for (const outcome of await Promise.all(outcomes)) expect(outcome.kind).toBe('applied');
    await expect(opened.query('SELECT version FROM site')).resolves.toEqual(SITES.map(() => ({ version: 6 })));
  });

  function batches(value: number, more: Partial<ApplySchedulesInput> = {}, siteIds = SITES): ApplySchedulesInput[] {
    const entries = [{ startAt: '2030-01-01T10:00:00Z', endAt: '2030-01-01T11:00:00Z', value }];
    const batch = parseBatch({ schedules: [{ asset: 'grid', type: 'activePowerkW', entries }] });
    return siteIds.map((siteId) => {
      const batchId = randomUUID() as string as BatchId;
      return { siteId, clientId: CLIENT, batchId, now: NOW, batch, ...more };
    });
  }
});
