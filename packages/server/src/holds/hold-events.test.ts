import { randomUUID } from 'node:crypto';
import type { Actor, ClientId, HoldId, SiteId } from '@setpoint/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { readEventBounds, readEvents } from '../events/read-events.ts';
import { addPerson } from '../people/add-person.ts';
import { addClient } from '../registry/clients/add-client.ts';
import { newSite } from '../../testing/new-site.ts';
import { removeClient } from '../registry/clients/remove-client.ts';
import { storeOfTest, STORE_KINDS, type TestStore } from '../../testing/open-test-store.ts';
import { carryHoldStep } from './carry-hold-step.ts';
import { makeHold } from './make-hold.ts';
import { releaseHold } from './release-hold.ts';

const NOW = Date.UTC(2030, 0, 1, 10);
const SITES = [1, 2, 3].map((index) => `00000000-0000-4000-8000-00000000000${index}` as SiteId);
const [FIRST] = SITES as [SiteId];
const ANN = '00000000-0000-4000-8000-0000000000aa' as string as ClientId;
const CLIENT = '00000000-0000-4000-8000-0000000000bb' as string as ClientId;

const ann: Actor = { kind: 'person', id: ANN };
const client: Actor = { kind: 'client', id: CLIENT };
const clientForAnn: Actor = { ...client, onBehalfOf: ann };

describe.each(STORE_KINDS)('the events of a hold, on %s', (storeKind) => {
  let opened: TestStore;

  beforeEach(async () => {
    opened = await storeOfTest(storeKind);
    for (const siteId of SITES) {
      await newSite(opened.store, NOW, { siteId, siteName: 'Nord' });
    }
    const person = { personId: ANN, issuer: 'https://login.example.com', subject: 'ann', personName: 'Ann Gray' };
    await opened.store.write(addPerson, { ...person, now: NOW });
    const rights = { clientName: 'desk', scopes: ['schedules:write'] as const, secretHash: 'hash' };
    await opened.store.write(addClient, { clientId: CLIENT, ...rights, now: NOW });
  });

  it('of one site say who held and who released it, without the name', async () => {
    const holdId = await make(FIRST, clientForAnn);
    await release(holdId, ann);
    await expect(told()).resolves.toEqual([
      { siteId: FIRST, change: 'held', holdId, actor: clientForAnn },
      { siteId: FIRST, change: 'released', holdId, actor: ann },
    ]);
  });

  it('of many sites say it in each step, also once another has released them', async () => {
    const holdId = await make(null, ann);
    await carry(holdId);
    await release(holdId, clientForAnn);
    await carry(holdId);
    const [held, released] = [
      { change: 'held', holdId, actor: ann },
      { change: 'released', holdId, actor: clientForAnn },
    ];
    await expect(told()).resolves.toEqual(
      [held, released].flatMap((data) => SITES.map((siteId) => ({ siteId, ...data }))),
    );
  });

  it('name nobody once that one was removed', async () => {
    const holdId = await make(null, client);
    await opened.store.write(removeClient, { clientId: CLIENT });
    await carry(holdId);
    await expect(told()).resolves.toEqual(SITES.map((siteId) => ({ siteId, change: 'held', holdId })));
  });

  async function make(siteId: SiteId | null, actor: Actor): Promise<HoldId> {
    const holdId = randomUUID() as string as HoldId;
    const over = { siteId, asset: null, clientId: null, reason: null };
    const madeBy = (actor.onBehalfOf ?? actor).id as ClientId;
    await opened.store.write(makeHold, { holdId, ...over, madeBy, isOperators: true, now: NOW, by: { actor } });
    return holdId;
  }
  async function release(holdId: HoldId, actor: Actor): Promise<void> {
    const clientId = (actor.onBehalfOf ?? actor).id as ClientId;
    await opened.store.write(releaseHold, { holdId, clientId, now: NOW, by: { actor } });
  }
  async function carry(holdId: HoldId): Promise<void> {
    while (!(await opened.store.write(carryHoldStep, { holdId, limit: 2, now: NOW })).isDone);
  }
  async function told() {
    await opened.untilHandedOut();
    const { forgotten } = await opened.store.read(readEventBounds, {});
    const { events } = await opened.store.read(readEvents, { after: forgotten, rows: 1_000 });
    const ofHolds = events.filter(({ data }) => data['holdId'] !== undefined);
    return ofHolds.map((event) => ({ siteId: 'siteId' in event ? event.siteId : undefined, ...event.data }));
  }
});
