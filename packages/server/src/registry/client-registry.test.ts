import { type ClientId } from '@setpoint/contract';
import { expect, it } from 'vitest';
import { STORE_KINDS, storeOfTest } from '../../testing/open-test-store.ts';
import { listClients } from './clients/list-clients.ts';
import { addClient } from './clients/add-client.ts';

const NOW = Date.UTC(2026, 2, 29, 0, 30);
const clientId = (number: number) => `00000000-0000-7000-8000-00000000000${number}` as ClientId;

it.each(STORE_KINDS)('clients are listed by name, then by id, and on from any of them, on %s', async (kind) => {
  const { store } = await storeOfTest(kind);
  for (const [number, clientName] of ['b', 'a', 'C', 'a', 'ä'].entries()) {
    const client = { clientId: clientId(number), clientName, secretHash: `hash-${number}`, now: NOW };
    await store.write(addClient, { ...client, scopes: ['sites:read'] });
  }
  const all = await store.read(listClients, { after: { clientName: '', clientId: '' }, limit: 10 });
  expect(all.map((one) => one.clientId)).toEqual([2, 1, 3, 0, 4].map(clientId));
  for (const [at, after] of all.entries()) {
    await expect(store.read(listClients, { after, limit: 2 })).resolves.toEqual(all.slice(at + 1, at + 3));
  }
});
