import { randomUUID } from 'node:crypto';
import type { ClientId, SiteId } from '@setpoint/contract';
import pg from 'pg';
import { expect, it } from 'vitest';
import { putGrant } from '../access/grants/put-grant.ts';
import { addClient } from '../registry/clients/add-client.ts';
import { newSite } from '../../testing/new-site.ts';
import { raiseEpoch } from '../maintenance/raise-epoch.ts';
import { storeOfTest } from '../../testing/open-test-store.ts';
import { readEventBounds, readEvents, readSeenEvents } from './read-events.ts';

const INSERT = `INSERT INTO event (epoch, tx, n, at, site_id, events) VALUES (
  (SELECT epoch FROM store_state), CAST(CAST(pg_current_xact_id() AS TEXT) AS BIGINT), 0, 0, $1, $2)`;
const EVENTS = '[{"type":"site.added","at":"2026-10-25T00:00:00Z","data":{}}]';

it('on PostgreSQL keeps back what was committed while an earlier transaction may still write', async () => {
  const { store, url } = await storeOfTest('PostgreSQL');
  const clientId = randomUUID() as string as ClientId;
  await store.write(addClient, { clientId, clientName: 'c', scopes: [], secretHash: clientId, now: 0 });
  await store.write(putGrant, { clientId, siteId: '*', canSchedule: false });
  const { last: after } = await store.read(readEventBounds, {});

  const slow = new pg.Client(url);
  await slow.connect();
  await slow.query('BEGIN');
  const [slowSite, quickSite] = [randomUUID() as string as SiteId, randomUUID() as string as SiteId];
  await slow.query(INSERT, [slowSite, EVENTS]);
  await newSite(store, 0, { siteId: quickSite });

  const sites = async () => (await store.read(readEvents, { after, rows: 9 })).events.map(({ siteId }) => siteId);
  const seen = async () => await store.read(readSeenEvents, { after, rows: 9, clientId });
  expect([await sites(), await seen(), (await store.read(readEventBounds, {})).last]).toEqual([[], undefined, after]);

  await slow.query('COMMIT');
  await slow.end();
  // Nobody else has a transaction open on this server but the store itself, for moments.
  while ((await sites()).length < 2);
  expect([await sites(), (await seen())?.events.map(({ siteId }) => siteId)]).toEqual([
    [slowSite, quickSite],
    [slowSite, quickSite],
  ]);
});

it('on PostgreSQL hands out what was restored from another server, whose transactions had larger numbers', async () => {
  const { store, query, url } = await storeOfTest('PostgreSQL');
  const { last: after } = await store.read(readEventBounds, {});
  const [restored, added] = [randomUUID() as string as SiteId, randomUUID() as string as SiteId];
  // As a dump brings it.
  await query(`INSERT INTO event (epoch, tx, n, at, site_id, events)
    SELECT epoch, ${2 ** 40}, 0, 0, '${restored}', '${EVENTS}' FROM store_state`);
  const sites = async () => (await store.read(readEvents, { after, rows: 9 })).events.map(({ siteId }) => siteId);
  expect(await sites()).toEqual([]);
  await raiseEpoch(url, Date.now());
  expect(await sites()).toEqual([restored]);
  await newSite(store, 0, { siteId: added });
  while ((await sites()).length < 2);
  expect(await sites()).toEqual([restored, added]);
  expect((await store.read(readEventBounds, {})).last.tx).toBeLessThan(2 ** 40);
});
