import { type ClientId } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { STORE_KINDS, storeOfEachTest } from '../../testing/open-test-store.ts';
import { listClients } from './clients/list-clients.ts';
import { addClient } from './clients/add-client.ts';

const NOW = Date.UTC(2026, 2, 29, 0, 30);
const clientId = (number: number) => `00000000-0000-7000-8000-00000000000${number}` as ClientId;

describe.each(STORE_KINDS)('the registry of clients, on %s', (kind) => {
  const opened = storeOfEachTest(kind);

  const add = (number: number, clientName: string) =>
    opened.store.write(addClient, {
      clientId: clientId(number),
      clientName,
      scopes: ['sites:read'],
      secretHash: `hash-${number}`,
      now: NOW,
    });

  it('lists by name, then by id, and continues behind any client', async () => {
    for (const [number, name] of ['b', 'a', 'C', 'a', 'ä'].entries()) await add(number, name);
    const all = await opened.store.read(listClients, { after: { clientName: '', clientId: '' }, limit: 10 });
    expect(all.map((one) => one.clientId)).toEqual([2, 1, 3, 0, 4].map(clientId));
    for (const [at, after] of all.entries()) {
      await expect(opened.store.read(listClients, { after, limit: 2 })).resolves.toEqual(all.slice(at + 1, at + 3));
    }
  });
});
