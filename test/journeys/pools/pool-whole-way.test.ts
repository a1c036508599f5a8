import { requestSignInLink } from '@setpoint/client';
import type { PoolShare, PoolSignal } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { executablePath, launchBrowser, openPage } from '../../console/open-page.ts';
import { lookUntil } from '@setpoint/server/testing/look-until';
import { BOOKED_KW, type PoolWay, REFUSING, startPoolWay } from '../../support/pool/start-pool-way.ts';

const MINUTE_MS = 60_000;
/** Three cycles of a grid operator that asks every 2 s. */
const LEASE_MS = 6_000;
const NEAR_KW = 6;

it('a signal comes out of the plants, and what one may not do, refuses or leaves behind comes from others', async () => {
  await using way = await startPoolWay();
  await using page = await openPoolPage(way);
  const { client, poolId } = way;
  const { held, killed, refusing, steady } = way.siteIds;
  await canGive(way, 4 * BOOKED_KW);
  await ask(way, { kW: 200, sequence: 1 });
  await supplies(way, { [held]: 50, [killed]: 50, [refusing]: 50, [steady]: 50 });
  await page.shows('held', '50 kW');

  const hold = await client.holds.make({ siteId: held, reason: 'works' });
  const without = await shared(way, { [killed]: 66_667, [refusing]: 66_667, [steady]: 66_667, [held]: 0 });
  expect(without.signal).toMatchObject({ sequence: 1, orderedkW: 200, shortfallkW: 0 });
  expect(Date.parse(without.signal.at) - Date.parse(hold.createdAt)).toBeGreaterThanOrEqual(0);
  expect(without.because(held)).toBe('held');
  await canGive(way, 3 * BOOKED_KW, 'held');
  await supplies(way, { [killed]: 66.667, [refusing]: 66.667, [steady]: 66.667 });
  await page.shows('held', 'is held');
  await client.holds.release(hold.holdId);
  await canGive(way, 4 * BOOKED_KW);

  await way.fail({ kind: 'reject_pair', site: REFUSING, asset: 'grid', type: 'afrrActivationkW' });
  await ask(way, { kW: 240, sequence: 2 });
  const refused = await shared(way, { [held]: 80_000, [killed]: 80_000, [steady]: 80_000, [refusing]: 0 });
  expect(refused.because(refusing)).toBe('rejecting');
  await canGive(way, 3 * BOOKED_KW, 'rejecting');
  await supplies(way, { [held]: 80, [killed]: 80, [steady]: 80 });
  await page.shows(REFUSING, 'rejects activations');

  const validUntil = await killWhileItFollows(way, page);
  const after = await shared(way, { [held]: 120_000, [steady]: 120_000, [killed]: 0, [refusing]: 0 });
  expect(Date.parse(after.signal.at)).toBeGreaterThanOrEqual(validUntil);
  expect(after.signal).toMatchObject({ orderedkW: 240, followedkW: 0, shortfallkW: 0 });
  await supplies(way, { [held]: 120, [steady]: 120 });
  await page.shows('killed', 'cannot be reached');
  const short = await ask(way, { kW: 3 * BOOKED_KW, sequence: 100 });
  expect(short).toMatchObject({ orderedkW: 2 * BOOKED_KW, followedkW: 0, shortfallkW: BOOKED_KW });
  const reasons = short.reasons.map(({ because }) => because).toSorted();
  expect(reasons).toEqual(['grid/afrrImportBookingkW', 'offline', 'rejecting']);

  way.revive();
  await way.fail();
  await canGive(way, 4 * BOOKED_KW);
  await lookUntil(
    () => client.pools.readSignal(poolId),
    ({ orderedkW, shortfallkW }) => orderedkW === 3 * BOOKED_KW && shortfallkW === 0,
  );
  await ask(way, { kW: -200, sequence: 101 });
  await supplies(way, { [held]: -50, [killed]: -50, [refusing]: -50, [steady]: -50 });
  expect(page.complaints()).toEqual([]);
});

interface Asked {
  readonly kW: number;
  readonly sequence: number;
  readonly forMs?: number;
}

function ask({ client, poolId }: PoolWay, { kW, sequence, forMs = 2 * MINUTE_MS }: Asked): Promise<PoolSignal> {
  const validUntil = new Date(Date.now() + forMs).toISOString();
  return client.pools.putSignal(poolId, { kW, sequence, validUntil });
}

/**
 * Kills a member and asks anew while its order still holds; says when that ends. On a machine so busy that it ends before
 * anybody has looked, all of it again, with twice the time.
 */
async function killWhileItFollows(way: PoolWay, page: PoolPage): Promise<number> {
  for (let [forMs, sequence] = [LEASE_MS, 3]; ; [forMs, sequence] = [2 * forMs, sequence + 2]) {
    const before = await ask(way, { kW: 240, sequence, forMs });
    expect(before).toMatchObject({ orderedkW: 240, shortfallkW: 0 });
    const validUntil = Date.parse(before.validUntil);
    await way.kill();
    await canGive(way, 2 * BOOKED_KW, 'offline');
    const meanwhile = await ask(way, { kW: 240, sequence: sequence + 1 });
    if (Date.parse(meanwhile.at) < validUntil) {
      expect(meanwhile).toMatchObject({ orderedkW: 160, followedkW: 80, shortfallkW: 0 });
      const over = new Promise((resolve) => setTimeout(resolve, validUntil - Date.now(), 'over'));
      if ((await Promise.race([page.shows('killed', 'still follows 80 kW'), over])) !== 'over') return validUntil;
    }
    way.revive();
    await canGive(way, 3 * BOOKED_KW, 'rejecting');
  }
}

/** Waits until these members have these shares, to the watt that is left over; says how the signal is divided then. */
async function shared({ client, poolId }: PoolWay, watts: Readonly<Record<string, number>>) {
  const look = async () => {
    const signal = await client.pools.readSignal(poolId);
    const shares = new Map<string, PoolShare>();
    for await (const share of client.pools.shares(poolId)) shares.set(share.siteId, share);
    // Divided again in between, the signal would be paired with shares of another division.
    const isOneDivision = (await client.pools.readSignal(poolId)).at === signal.at;
    return { signal, shares, isOneDivision };
  };
  const isShare = (share: PoolShare | undefined, wanted: number) => {
    return share !== undefined && share.followedkW === 0 && Math.abs(share.kW * 1_000 - wanted) <= 1;
  };
  const { signal, shares } = await lookUntil(look, (seen) => {
    const isWanted = Object.entries(watts).every(([siteId, wanted]) => isShare(seen.shares.get(siteId), wanted));
    return seen.isOneDivision && isWanted;
  });
  return { signal, because: (siteId: string) => shares.get(siteId)?.because };
}

/** Waits until the pool can give so much, each way, and says that this is why it is not more. */
async function canGive({ client, poolId }: PoolWay, kW: number, because?: string): Promise<void> {
  await lookUntil(
    () => client.pools.availability(poolId),
    (given) =>
      [given.import, given.export].every((figures) => {
        return figures.availablekW === kW && (because === undefined || binds(figures).includes(because));
      }),
  );
}

function binds(figures: { readonly binds: readonly { readonly because: string }[] }): string[] {
  return figures.binds.map(({ because }) => because);
}

/** Waits until the plants of these members do what they are asked for, as their meters measure it. */
async function supplies({ client }: PoolWay, kW: Readonly<Record<string, number>>): Promise<void> {
  const window = { from: new Date(Date.now() - MINUTE_MS).toISOString(), to: new Date(Date.now()).toISOString() };
  for (const [siteId, wanted] of Object.entries(kW)) {
    await lookUntil(
      () => client.fleet.readFollowing(siteId, window),
      ({ orders: [order] }) =>
        order?.state === 'followed' && Math.abs((order.suppliedkW ?? Number.NaN) - wanted) <= NEAR_KW,
    );
  }
}

interface PoolPage extends AsyncDisposable {
  shows(siteName: string, text: string): Promise<void>;
  complaints(): readonly string[];
}

/** The page of the pool, open all the time; where there is no browser, and where the store is the other one, nothing. */
async function openPoolPage({ service, credentials, poolId }: PoolWay): Promise<PoolPage> {
  if (executablePath === undefined || process.env['SETPOINT_TEST_STORE'] === 'PostgreSQL') return NO_PAGE;
  const browser = await launchBrowser();
  const { page, complaints } = await openPage(browser, service.url);
  await page.goto((await requestSignInLink({ url: service.url }, credentials)).url);
  await page.getByRole('navigation', { name: 'Views' }).waitFor();
  await page.goto(`${service.url}/pools/${poolId}`);
  return {
    shows: async (siteName: string, text: string) => {
      const row = page.getByRole('row', { name: new RegExp(siteName) });
      await row.getByText(text).filter({ visible: true }).first().waitFor();
    },
    complaints: () => complaints,
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

const NO_PAGE: PoolPage = {
  shows: async () => undefined,
  complaints: () => [],
  [Symbol.asyncDispose]: async () => undefined,
};
