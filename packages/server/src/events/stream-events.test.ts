import { randomUUID } from 'node:crypto';
import { createServer, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import type { ClientId, SiteId } from '@setpoint/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { putGrant } from '../access/grants/put-grant.ts';
import { joinSight } from '../access/sight.ts';
import { addClient } from '../registry/clients/add-client.ts';
import { addSite } from '../registry/sites/add-site.ts';
import { openTestStore, STORE_KINDS, type TestStore } from '../../testing/open-test-store.ts';
import { openEventTail } from './event-tail.ts';
import { readEventBounds, readEvents } from './read-events.ts';
import { streamEvents } from './stream-events.ts';

const NEVER_MS = 2 ** 30;

describe.each(STORE_KINDS)('a stream that does not wait for more, on %s', (kind) => {
  let opened: TestStore;
  beforeAll(async () => {
    opened = await openTestStore(kind);
  });
  afterAll(() => opened.close());

  it('tells all that is written, also what nobody looked for yet', async () => {
    const { store } = opened;
    const tail = await openEventTail({ store, onFailure: raise, lookEveryMs: NEVER_MS });
    const { forgotten: position } = await store.read(readEventBounds, {});
    const clientId = randomUUID() as string as ClientId;
    await store.write(addClient, { clientId, clientName: 'c', scopes: [], secretHash: clientId, now: 0 });
    await store.write(putGrant, { clientId, siteId: '*', canSchedule: false });
    const siteId = randomUUID() as string as SiteId;
    const controllerKey = { keyId: siteId, keyHash: siteId };
    await store.write(addSite, { siteId, siteName: 's', timeZone: 'UTC', controllerKey, now: 0 });
    // A transaction that other tests have open on the same server holds back what came after it.
    while ((await store.read(readEvents, { after: position, rows: 1 })).events.length === 0);
    const server = createServer((_request, response) => {
      void streamEvents(response, {
        store,
        tail,
        sight: joinSight(store),
        wish: { clientId, types: undefined, hearsAsOperator: false },
        start: { position, gap: undefined },
        isTailed: false,
        hearing: async () => ({ hearsAsOperator: false }),
        turn: () => Promise.resolve(),
      });
    }).listen(0, '127.0.0.1');
    try {
      await once(server, 'listening');
      const [response] = await once(
        get({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' }),
        'response',
      );
      expect(await text(response)).toContain(siteId);
    } finally {
      tail.stop();
      server.close();
    }
  });
});

function raise(cause: unknown): never {
  throw cause;
}
