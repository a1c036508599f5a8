import { randomUUID } from 'node:crypto';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import type { ClientId, EventType, SiteId } from '@setpoint/contract';
import { describe, expect, it, onTestFinished } from 'vitest';
import { putGrant } from '../access/grants/put-grant.ts';
import { joinSight } from '../access/sight.ts';
import { addClient } from '../registry/clients/add-client.ts';
import { changeSite } from '../registry/sites/change-site.ts';
import { newSite as addedSite } from '../../testing/new-site.ts';
import { STORE_KINDS, storeOfTests } from '../../testing/open-test-store.ts';
import { openEventTail } from './event-tail.ts';
import { compareEventPositions, readEventBounds, readEvents } from './read-events.ts';
import { type EventStreaming, streamEvents } from './stream-events.ts';

const NEVER_MS = 2 ** 30;
const onFailure = (cause: unknown) => expect.unreachable(String(cause));

describe.each(STORE_KINDS)('a stream of events, on %s', async (kind) => {
  const opened = await storeOfTests(kind);

  async function newClient(siteId: SiteId | '*'): Promise<ClientId> {
    const clientId = randomUUID() as string as ClientId;
    await opened.store.write(addClient, { clientId, clientName: 'c', scopes: [], secretHash: clientId, now: 0 });
    await opened.store.write(putGrant, { clientId, siteId, canSchedule: false });
    return clientId;
  }

  const newSite = () => addedSite(opened.store, 0);

  async function stream(streaming: Pick<EventStreaming, 'tail' | 'wish' | 'start' | 'isTailed'>) {
    const { store } = opened;
    const server = createServer((_request, response) => {
      void streamEvents(response, {
        ...streaming,
        store,
        sight: joinSight(store),
        hearing: async () => ({ hearsAsOperator: false }),
        turn: () => Promise.resolve(),
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const [response] = await once(get({ port, host: '127.0.0.1' }), 'response');
    onTestFinished(() => {
      streaming.tail.stop();
      server.close();
    });
    return response as IncomingMessage;
  }

  it('tells all that is written, also what nobody looked for yet, to who does not wait for more', async () => {
    const { store } = opened;
    const tail = await openEventTail({ store, onFailure, lookEveryMs: NEVER_MS });
    const { forgotten: position } = await store.read(readEventBounds, {});
    const clientId = await newClient('*');
    const siteId = await newSite();
    // A transaction that other tests have open on the same server holds back what came after it.
    while ((await store.read(readEvents, { after: position, rows: 1 })).events.length === 0);
    const wish = { clientId, types: undefined, hearsAsOperator: false };
    const told = await stream({ tail, wish, start: { position, gap: undefined }, isTailed: false });
    expect(await text(told)).toContain(siteId);
  });

  it.each([
    ['one site', 1],
    ['all sites', 4],
  ])('says to who sees %s how far the log is that is not for it: %d places', async (sees, places) => {
    const { store } = opened;
    const tail = await openEventTail({ store, onFailure, lookEveryMs: 5 });
    const siteId = await newSite();
    const clientId = await newClient(sees === 'one site' ? siteId : '*');
    await opened.untilHandedOut();
    const { last: position } = await store.read(readEventBounds, {});
    while (compareEventPositions(tail.end(), position) < 0) await tail.news();
    // Of all sites it wants what is not told here but once.
    const types = new Set<EventType>(['site.changed', 'batch.accepted']);
    const wish = {
      clientId,
      types: sees === 'one site' ? types : new Set<EventType>(['batch.accepted']),
      hearsAsOperator: false,
    };
    const told = await stream({ tail, wish, start: { position, gap: undefined }, isTailed: true });
    let heard = '';
    told.on('data', (chunk: Buffer) => (heard += chunk.toString()));
    for (let other = 0; other < 3; other += 1) {
      const end = tail.end();
      await newSite();
      while (compareEventPositions(tail.end(), end) <= 0) await tail.news();
      if (places > 1) while (placesIn(heard) < other + 2) await once(told, 'data');
    }
    if (sees === 'one site') {
      await store.write(changeSite, { siteId, siteName: 'other', now: 1 });
      while (!heard.includes(siteId)) await once(told, 'data');
    }
    expect(placesIn(heard)).toBe(places);
    // It ends at once when the service stops.
    tail.stop();
    await once(told, 'end');
  });
});

function placesIn(heard: string): number {
  return heard.split('event: log.position').length - 1;
}
