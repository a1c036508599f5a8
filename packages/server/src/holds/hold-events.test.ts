import type { Actor, ClientId, SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { addPerson } from '../people/add-person.ts';
import { removeClient } from '../registry/clients/remove-client.ts';
import { type Market, marketOfTest } from '../../testing/market-of-test.ts';
import { STORE_KINDS } from '../../testing/open-test-store.ts';
import { inEachTest } from '../../testing/of-tests.ts';

const ANN = '00000000-0000-4000-8000-0000000000ab' as string as ClientId;
const CLIENT = '00000000-0000-4000-8000-0000000000bb' as string as ClientId;

const ann: Actor = { kind: 'person', id: ANN };
const client: Actor = { kind: 'client', id: CLIENT };
const clientForAnn: Actor = { ...client, onBehalfOf: ann };

describe.each(STORE_KINDS)('the events of a hold, on %s', (kind) => {
  let sites: SiteId[];

  const market = inEachTest(() => marketOfTest(kind));
  beforeEach(async () => {
    sites = [await market.site(), await market.site(), await market.site()];
    const person = { personId: ANN, issuer: 'https://login.example.com', subject: 'ann', personName: 'Ann Gray' };
    await market.store.write(addPerson, { ...person, now: market.now() });
    await market.client({ clientId: CLIENT });
  });

  it('of one site say who held and who released it, without the name', async () => {
    const [siteId] = sites;
    const holdId = await hold(clientForAnn, siteId);
    await release(holdId, ann);
    await expect(told()).resolves.toEqual([
      { siteId, change: 'held', holdId, actor: clientForAnn },
      { siteId, change: 'released', holdId, actor: ann },
    ]);
  });

  it('of many sites say it in each step, also once another has released them', async () => {
    const holdId = await hold(ann);
    await market.carry(holdId);
    await release(holdId, clientForAnn);
    await market.carry(holdId);
    const [held, released] = [
      { change: 'held', holdId, actor: ann },
      { change: 'released', holdId, actor: clientForAnn },
    ];
    await expect(told()).resolves.toEqual(
      [held, released].flatMap((data) => sites.map((siteId) => ({ siteId, ...data }))),
    );
  });

  it('name nobody once that one was removed', async () => {
    const holdId = await hold(client);
    await market.store.write(removeClient, { clientId: CLIENT });
    await market.carry(holdId);
    await expect(told()).resolves.toEqual(sites.map((siteId) => ({ siteId, change: 'held', holdId })));
  });

  const idOf = (actor: Actor) => (actor.onBehalfOf ?? actor).id as ClientId;
  const hold = (actor: Actor, siteId: SiteId | null = null) =>
    market.hold({ siteId, madeBy: idOf(actor), isOperators: true, by: { actor } });
  const release = (holdId: Parameters<Market['release']>[0], actor: Actor) =>
    market.release(holdId, idOf(actor), { actor });
  async function told() {
    const ofHolds = (await market.events()).filter(({ data }) => data['holdId'] !== undefined);
    return ofHolds.map((event) => ({ siteId: 'siteId' in event ? event.siteId : undefined, ...event.data }));
  }
});
