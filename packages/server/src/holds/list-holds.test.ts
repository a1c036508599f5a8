import type { ClientId, SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { putGrant } from '../access/grants/put-grant.ts';
import { type Market, marketOfTest, SITES } from '../../testing/market-of-test.ts';
import { STORE_KINDS } from '../../testing/open-test-store.ts';
import { inEachTest } from '../../testing/of-tests.ts';
import { type HoldsFound, type HoldsWanted, listHolds } from './list-holds.ts';

const FROM_FIRST = { createdAt: 0, holdId: '' };

describe.each(STORE_KINDS)('holds, on %s', (storeKind) => {
  const [siteId, otherSite] = SITES;
  const market = inEachTest(() => marketOfTest(storeKind));
  beforeEach(async () => {
    for (const _site of [siteId, otherSite]) await market.site();
  });

  async function newClient(...granted: readonly (SiteId | '*')[]): Promise<ClientId> {
    const clientId = await market.client();
    for (const site of granted) await market.store.write(putGrant, { clientId, siteId: site, canSchedule: true });
    return clientId;
  }
  function hold(wanted: Parameters<Market['holding']>[0]) {
    market.clock.now += 1;
    return market.holding(wanted);
  }
  async function listed(seenBy: ClientId | null, state?: 'open' | 'released', among?: number) {
    const wanted = { after: FROM_FIRST, limit: 100, state, seenBy, ...(among === undefined ? {} : { among }) };
    return market.store.read(listHolds, wanted);
  }

  it('are listed for who made them, whose they are, who sees their site, and all when they are of all sites', async () => {
    const [ann, ben, cleo] = [await newClient(siteId), await newClient(siteId), await newClient('*')];
    const onSite = await hold({ madeBy: ann, siteId });
    const elsewhere = await hold({ madeBy: ann, siteId: otherSite });
    const onBen = await hold({ madeBy: ann, clientId: ben });
    const onAll = await hold({ madeBy: cleo, isOperators: true });
    const seen = async (client: ClientId | null) => (await listed(client)).holds.map(({ holdId }) => holdId);
    expect(await seen(ann)).toEqual([onSite, elsewhere, onBen, onAll].map(({ holdId }) => holdId));
    expect(await seen(ben)).toEqual([onSite, onBen, onAll].map(({ holdId }) => holdId));
    expect(await seen(cleo)).toEqual([onSite, elsewhere, onAll].map(({ holdId }) => holdId));
    expect(await seen(await newClient())).toEqual([onAll.holdId]);
    expect(await seen(null)).toHaveLength(4);
    await market.release(onSite.holdId, ann);
    expect((await listed(ben, 'released')).holds.map(({ holdId }) => holdId)).toEqual([onSite.holdId]);
    expect((await listed(ben, 'open')).holds.map(({ holdId }) => holdId)).toEqual(
      [onBen, onAll].map((one) => one.holdId),
    );
  });

  it('that nobody else sees are passed over a stretch at a time, which reads none of them', async () => {
    const [heavy, light] = [await newClient(siteId), await newClient()];
    for (let made = 0; made < 30; made += 1) await hold({ madeBy: heavy, siteId });
    const seen = await hold({ madeBy: light, clientId: light });
    const found: string[] = [];
    let after: { createdAt: number; holdId: string } | undefined = FROM_FIRST;
    let stretches = 0;
    for (; after !== undefined; stretches += 1) {
      const wanted: HoldsWanted = { after, limit: 10, state: 'open', seenBy: light, among: 10 };
      const { holds, next }: HoldsFound = await market.store.read(listHolds, wanted);
      expect(holds.length).toBeLessThanOrEqual(1);
      found.push(...holds.map(({ holdId }) => holdId));
      after = next;
    }
    expect(stretches).toBeGreaterThan(3);
    expect(found.at(-1)).toBe(seen.holdId);
  });

  it('that are open are as many as a client may have, but one of all that it set, and those of operators', async () => {
    const client = await newClient(siteId);
    const mostOpen = 3;
    const first = await hold({ madeBy: client, siteId, mostOpen });
    for (let made = 1; made < mostOpen; made += 1) await hold({ madeBy: client, siteId, mostOpen });
    await expect(hold({ madeBy: client, siteId, mostOpen })).resolves.toMatchObject({ kind: 'too_many' });
    const own = { madeBy: client, clientId: client, mostOpen };
    await expect(hold(own)).resolves.toMatchObject({ kind: 'made' });
    await expect(hold(own)).resolves.toMatchObject({ kind: 'too_many' });
    await expect(hold({ madeBy: client, isOperators: true })).resolves.toMatchObject({ kind: 'made' });
    await expect(hold({ madeBy: await newClient(siteId), siteId, mostOpen })).resolves.toMatchObject({ kind: 'made' });
    for (const { holdId } of (await listed(client, 'open')).holds) await market.release(holdId, client);
    await market.release(first.holdId, client);
    await expect(hold({ madeBy: client, siteId, mostOpen })).resolves.toMatchObject({ kind: 'made' });
  });

  it('are counted one by one, however many a client makes at once', async () => {
    const client = await newClient(siteId);
    const making = Array.from({ length: 8 }, () => hold({ madeBy: client, mostOpen: 3 }));
    expect((await Promise.all(making)).filter(({ kind }) => kind === 'made')).toHaveLength(3);
  });
});
