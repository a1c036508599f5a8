import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import {
  type AddedClient,
  type ClientId,
  LIMITS,
  PATHS,
  type PortfolioBatches,
  type PortfolioResponse,
  type SiteDetails,
  type SiteId,
} from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { findSiteAccess } from '../access/sites/find-site-access.ts';
import { clockText, drawSchedules, MIDNIGHT } from '../../testing/draw-schedules.ts';
import { at } from '../../testing/asking-of.ts';
import { worldOfTests } from '../../testing/open-world.ts';

const PATH = '/api/v1/fleet/schedules';
const NOBODYS_SITE = '5f0c1c5e-7f0b-4a55-9f6e-0a4f3f1f0001';
const GOOD = drawSchedules('grid upperLimitkW | 00-04 100');
const UNFIT = drawSchedules('grid afrrActivationkW | 00-04 100');
const UNREADABLE = [{ asset: 'grid', type: 'upperLimitkW', entries: [{ startAt: 'now' }] }];

const world = await worldOfTests({ clock: { now: MIDNIGHT } });
const [a, b] = [await world.site(), await world.site()];

describe('batches for many sites', () => {
  it('may be for a window, beside others that replace their pairs', async () => {
    const [one, other] = [await world.site(), await world.site()];
    const schedules = drawSchedules('grid upperLimitkW | 02-03 7');
    const window = { siteId: one, from: clockText('02'), to: clockText('03'), idempotencyKey: 'window', schedules };
    const set = async (...batches: readonly object[]) => (await send('each', batches)).body.results;
    const whole = (siteId: SiteId) => ({ siteId, schedules: GOOD });
    await set(whole(one), whole(other));
    for (const isReplayed of [false, true]) {
      const results = await set({ ...window, dropEnded: true }, { siteId: other, schedules });
      expect(results).toMatchObject([
        { status: 201, dropped: 0, isReplayed },
        { status: 201, isReplayed: false },
      ]);
      expect(results[1]).not.toHaveProperty('dropped');
    }
    const startsOn = async (siteId: SiteId) => {
      const details = await world.done<SiteDetails>('GET', at(PATHS.site, siteId));
      return details.schedules[0]?.entries.map(({ startAt }) => startAt);
    };
    expect(await startsOn(one)).toEqual(['00', '02', '03'].map(clockText));
    expect(await startsOn(other)).toEqual([clockText('02')]);
    expect(await set({ ...window, to: clockText('04') }, { ...whole(other), from: window.from })).toMatchObject([
      { status: 422 },
      { status: 400, message: 'to: missing; a batch for a window has from and to' },
    ]);
  });

  it('lead to what single ones lead to', async () => {
    const [one, other] = [await world.site(), await world.site()];
    const schedules = drawSchedules('bess activePowerkW | 00-04 -5\ngrid upperLimitkW | 00-04 100');
    await send('all', [{ siteId: one, schedules: drawSchedules('bess optimalSocPcnt | 00-04 5') }]);
    await send('all', [{ siteId: one, schedules }]);
    await world.ask('POST', `/api/v1/public/sites/${other}/schedules`, { body: { schedules } });
    const hashes = [one, other].map(async (siteId) => {
      const caller = { clientId: 'nobody' as ClientId, scopes: new Set<never>() };
      const { site } = await world.store.read(findSiteAccess, { caller, siteId });
      return site?.stateHash;
    });
    const [first, second] = await Promise.all(hashes);
    expect(first).toMatch(/^[\da-f]{64}$/);
    expect(first).toBe(second);
  });

  it('are found again by their parent, each for who sees its site', async () => {
    const { body } = await send('each', [
      { siteId: a, schedules: GOOD },
      { siteId: b, schedules: GOOD },
      { siteId: NOBODYS_SITE, schedules: GOOD },
    ]);
    const path = `/api/v1/fleet/portfolios/${body.parentBatchId}`;
    const found = JSON.parse((await world.ask('GET', path)).text) as PortfolioBatches;
    const named = (one: { siteId: string; batchId?: string }) => [one.siteId, one.batchId] as const;
    const accepted = body.results.filter(({ status }) => status === 201).map(named);
    expect(new Map(found.batches.map(named))).toEqual(new Map(accepted));
    const partial = await world.client();
    const as = await world.bearer('sites:read', partial);
    expect((await world.ask('GET', path, { as })).status).toBe(404);
    await grant(partial, { siteId: b, can: 'read' });
    const seen = JSON.parse((await world.ask('GET', path, { as })).text) as PortfolioBatches;
    expect(seen.batches.map(({ siteId }) => siteId)).toEqual([b]);
  });

  it('each by itself have their own results, with the words of a single POST', async () => {
    const before = await versions();
    const wrong = await world.ask('POST', `/api/v1/public/sites/${b}/schedules`, { body: { schedules: UNFIT } });
    const unread = { body: { schedules: UNREADABLE } };
    const misshapen = await world.ask('POST', `/api/v1/public/sites/${b}/schedules`, unread);
    const third = await world.site();
    const { status, body } = await send('each', [
      { siteId: b, schedules: UNFIT },
      { siteId: a, schedules: GOOD },
      { siteId: NOBODYS_SITE, schedules: GOOD },
      { siteId: third, schedules: UNREADABLE },
    ]);
    expect([status, body.accepted]).toEqual([200, 1]);
    expect(body.results.map((result) => result.status)).toEqual([400, 201, 404, 400]);
    expect(body.results[0]).toMatchObject({ siteId: b, status: 400, ...(JSON.parse(wrong.text) as object) });
    expect(body.results[3]).toMatchObject({ siteId: third, status: 400, ...(JSON.parse(misshapen.text) as object) });
    expect(body.results.map(({ problems }) => problems?.length)).toEqual([1, undefined, undefined, 2]);
    await expect(versions()).resolves.toEqual([(before[0] ?? 0) + 1, before[1]]);
  });

  it.each([
    ['all', 'each site'],
    ['each', 'each site'],
    ['all', 'the whole call'],
    ['each', 'the whole call'],
  ])('(%s) have one effect under one key for %s', async (mode, keyed) => {
    const ask = async (...batches: readonly object[]) => {
      const headers = keyed === 'each site' ? {} : { 'Idempotency-Key': `day-ahead-${mode}` };
      const { status, body } = await world.ask<PortfolioResponse>('POST', PATH, { body: { mode, batches }, headers });
      return { status, ...body };
    };
    const [one, other] = [a, b].map((siteId) => {
      return { siteId, schedules: GOOD, ...(keyed === 'each site' && { idempotencyKey: randomUUID() }) };
    });
    const first = await ask({ ...one }, { ...other });
    const before = await versions();
    const again = await ask({ ...other }, { ...one });
    expect(again.results.toReversed()).toEqual(first.results.map((result) => ({ ...result, isReplayed: true })));
    await expect(versions()).resolves.toEqual(before);
    // Who lost the first answer reads the call that set them.
    const { parentBatchId } = first;
    expect(again.parentBatchId).toBe(parentBatchId);
    expect((await world.ask('GET', `/api/v1/fleet/portfolios/${parentBatchId}`)).status).toBe(200);
    const changed = await ask({ ...one, schedules: drawSchedules('grid upperLimitkW |') });
    expect(mode === 'all' ? changed.status : changed.results[0]?.status).toBe(422);
  });

  it('that were set by two calls before, or by none, have no call to read', async () => {
    const batches = [a, b].map((siteId) => ({ siteId, schedules: GOOD, idempotencyKey: randomUUID() }));
    for (const batch of batches) await send('each', [batch]);
    const { body } = await send('each', batches);
    expect([body.accepted, body.parentBatchId]).toEqual([2, null]);
    expect((await send('each', [{ siteId: a, schedules: UNFIT }])).body.parentBatchId).toBe(null);
    const partly = await send('each', [batches[0] ?? {}, { siteId: b, schedules: GOOD }]);
    expect((await world.ask('GET', `/api/v1/fleet/portfolios/${partly.body.parentBatchId}`)).status).toBe(200);
  });

  it('may have the key of another part of the same portfolio, and none of its own beside it', async () => {
    const ask = (batch: object) => {
      const body = { mode: 'all', batches: [{ schedules: GOOD, ...batch }] };
      return world.ask<PortfolioResponse & { message?: string }>('POST', PATH, {
        body,
        headers: { 'Idempotency-Key': 'p' },
      });
    };
    await ask({ siteId: a });
    const elsewhere = await ask({ siteId: await world.site() });
    expect(elsewhere.body.results).toMatchObject([{ status: 201, isReplayed: false }]);
    const both = await ask({ siteId: a, idempotencyKey: 'k' });
    expect([both.status, both.body.message]).toEqual([400, expect.stringContaining('has a key already')]);
  });

  it('may arrive packed, with the same bound', async () => {
    const plain = JSON.stringify({ mode: 'each', batches: [{ siteId: a, schedules: GOOD }] });
    const ask = async (body: Buffer, encoding = 'gzip') => {
      const headers = { 'Content-Encoding': encoding, 'Content-Type': 'application/json' };
      return (await world.ask('POST', PATH, { body, headers })).status;
    };
    const stretched = (beyond: number) => {
      const some = Array.from({ length: 9 }, () => ({ siteId: randomUUID(), schedules: GOOD }));
      const text = JSON.stringify({ mode: 'each', batches: some });
      const blanks = LIMITS.maxPortfolioBytes + beyond - text.length;
      const each = ' '.repeat(Math.floor(blanks / some.length));
      return text.replaceAll('"siteId"', `${each}"siteId"`).replace(' ', ' '.repeat(1 + (blanks % some.length)));
    };
    expect(await ask(gzipSync(plain))).toBe(200);
    expect(await ask(gzipSync(plain), 'GZIP')).toBe(200);
    expect(await ask(Buffer.from(plain))).toBe(400);
    expect(await ask(gzipSync(gzipSync(plain)))).toBe(400);
    for (const encoding of ['gzip, gzip', 'br', 'deflate', 'identity', ''])
      expect(await ask(gzipSync(plain), encoding)).toBe(415);
    expect(await ask(gzipSync(stretched(0)))).toBe(200);
    expect(await ask(gzipSync(stretched(1)))).toBe(413);
  });

  it('are not even read for a client that may set nothing anywhere', async () => {
    for (const grants of [[{ allSites: true, can: 'read' }], []]) {
      const as = await world.bearer('schedules:write', await world.client(...grants));
      expect((await send('each', ['no batch'] as never, as)).status).toBe(403);
    }
  });

  function send(mode: string, batches: readonly object[], as?: Readonly<Record<string, string>>) {
    return world.ask<PortfolioResponse>('POST', PATH, { body: { mode, batches }, ...(as && { as }) });
  }
  const grant = ({ clientId }: AddedClient, body: object) =>
    world.done('PUT', at(PATHS.fleetClientGrants, clientId), { body });
  async function versions(): Promise<number[]> {
    const replies = [a, b].map((siteId) => world.ask('GET', `/api/v1/public/sites/${siteId}`));
    return (await Promise.all(replies)).map(({ headers }) => Number(headers['schedule-version']));
  }
});
