import { randomUUID } from 'node:crypto';
import type { ClientId, SiteId } from '@setpoint/contract';
import pg from 'pg';
import { expect, it } from 'vitest';
import { addClient } from '../../registry/clients/add-client.ts';
import { addSite } from '../../registry/sites/add-site.ts';
import { createTestDatabase } from '../../../testing/create-test-database.ts';
import { addWebhook } from '../../webhooks/change-webhook.ts';
import { openPostgresStore } from './open-postgres-store.ts';

const NOW = Date.UTC(2026, 9, 25, 0, 30);
const CONNECTIONS = 6;
const WEBHOOK = {
  url: 'https://example.com/',
  types: '',
  secret: 's',
  position: { epoch: 0, tx: 0, n: 0, k: 0 },
} as const;

it('lets the changes of a client wait for each other without a connection, so that nobody else does', async () => {
  await using database = await createTestDatabase();
  const onLost = () => undefined;
  const options = { url: database.url, connections: CONNECTIONS, isUnsafeAllowed: true, onLost };
  const store = await openPostgresStore(options);
  const clientId = randomUUID() as string as ClientId;
  await store.write(addClient, { clientId, clientName: 'c', scopes: [], secretHash: clientId, now: NOW });
  const holder = new pg.Client(database.url);
  await holder.connect();
  await holder.query(`BEGIN; SELECT 1 FROM client WHERE client_id = '${clientId}' FOR UPDATE`);
  const waiting = Array.from({ length: 2 * CONNECTIONS }, () =>
    store.write(addWebhook, { ...WEBHOOK, clientId, webhookId: randomUUID(), mostWebhooks: 1, now: NOW }),
  );
  const settled = Promise.allSettled(waiting);
  const waitingForLocks = async () =>
    (
      await database.query(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
      )
    ).length;
  await expect.poll(waitingForLocks).toBe(1);
  for (let index = 0; index < CONNECTIONS; index += 1) {
    const siteId = randomUUID() as string as SiteId;
    const controllerKey = { keyId: siteId, keyHash: siteId };
    const site = { siteId, siteName: 's', timeZone: 'UTC', controllerKey, now: NOW };
    await expect(store.write(addSite, site)).resolves.toEqual({ kind: 'added' });
  }
  expect(await waitingForLocks()).toBeLessThanOrEqual(1);
  await holder.query('COMMIT');
  await holder.end();
  const kinds = (await settled).map((one) => (one.status === 'fulfilled' ? one.value.kind : 'failed'));
  expect(kinds.filter((kind) => kind === 'added')).toHaveLength(1);
  await store.close();
});
