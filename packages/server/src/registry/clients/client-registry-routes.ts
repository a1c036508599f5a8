import { randomUUID } from 'node:crypto';
import { AppError, type ClientId, type RegisteredClient, type Scope } from '@setpoint/contract';
import { instantText, instantTextOrNull } from '@setpoint/core';
import { BY_NAME } from '../../http/read/cursor-shape.ts';
import { noSuch } from '../../http/send/no-such.ts';
import { readEnd } from '../../http/read/read-end.ts';
import { cutPage, readPage } from '../../http/read/read-page.ts';
import type { Caller } from '../../identity/caller.ts';
import { makeSecret } from '../../identity/make-secret.ts';
import type { Serve } from '../../serving/serve-operations.ts';
import type { StoreAndClock } from '../../serving/store-and-clock.ts';
import { addClient } from './add-client.ts';
import { addSecret } from './add-secret.ts';
import { changeClient } from './change-client.ts';
import { endSessions } from './end-sessions.ts';
import { listClients, readClient, type StoredClient } from './list-clients.ts';
import { removeClient } from './remove-client.ts';

export interface ClientRegistryRoutes extends StoreAndClock {
  /** Told of a secret that was added and does not end by itself, once that is durable. */
  readonly onSecretAdded: (added: { readonly clientId: ClientId; readonly clientSecret: string }) => void;
}

const DEFAULT_SCOPES: readonly Scope[] = ['sites:read', 'schedules:write'];

/** Which clients there are, and whether they may come in: for operators. */
export function clientRegistryRoutes(serve: Serve, { store, now, onSecretAdded }: ClientRegistryRoutes): void {
  async function clientOrThrow(clientId: ClientId): Promise<RegisteredClient> {
    const client = await store.read(readClient, { clientId });
    if (client === undefined) throw noSuch('client');
    return registeredClient(client);
  }

  serve('listClients', async ({ query }) => {
    const wanted = readPage(query, BY_NAME);
    const after = { clientName: wanted.after.name, clientId: wanted.after.id };
    const rows = await store.read(listClients, { after, limit: wanted.limit + 1 });
    const page = cutPage(rows, wanted, (row) => ({ name: row.clientName, id: row.clientId }));
    return { clients: page.items.map(registeredClient), nextCursor: page.nextCursor };
  });

  serve('addClient', async ({ body: { clientName, scopes = DEFAULT_SCOPES }, by }) => {
    const clientId = randomUUID() as string as ClientId;
    const secret = makeSecret('scs_');
    await store.write(addClient, { clientId, clientName, scopes, secretHash: secret.hash, now: now(), by });
    return { clientId, clientName, clientSecret: secret.text };
  });

  serve('getClient', async ({ ids }) => clientOrThrow(ids.clientId));

  serve('changeClient', async ({ caller, ids: { clientId }, body: change, by }) => {
    if (change.isEnabled === false) refuseOwn(caller, clientId, 'disable');
    if (change.scopes?.includes('fleet:admin') === false) refuseOwn(caller, clientId, 'take fleet:admin from');
    const outcome = await store.write(changeClient, { ...change, clientId, now: now(), by });
    if (outcome.kind === 'client_missing') throw noSuch('client');
    return clientOrThrow(clientId);
  });

  serve('removeClient', async ({ caller, ids: { clientId }, by }) => {
    refuseOwn(caller, clientId, 'remove');
    const outcome = await store.write(removeClient, { clientId, by });
    if (outcome.kind === 'client_missing') throw noSuch('client');
  });

  serve('endClientSessions', async ({ ids: { clientId }, by }) => {
    const outcome = await store.write(endSessions, { clientId, now: now(), by });
    if (outcome.kind === 'client_missing') throw noSuch('client');
  });

  serve('addClientSecret', async ({ ids: { clientId }, query, by }) => {
    const end = readEnd(query.endsAt, now());
    const secret = makeSecret('scs_');
    const outcome = await store.write(addSecret, { clientId, secretHash: secret.hash, now: now(), ...end, by });
    if (outcome.kind === 'client_missing') throw noSuch('client');
    if (end.endsAt === undefined) onSecretAdded({ clientId, clientSecret: secret.text });
    return { clientId, clientSecret: secret.text, endsAt: instantTextOrNull(end.endsAt ?? null) };
  });
}

function registeredClient({ createdAt, scopes, grants, subjects, ...client }: StoredClient): RegisteredClient {
  return {
    ...client,
    scopes: [...scopes],
    grants: [...grants],
    subjects: [...subjects],
    createdAt: instantText(createdAt),
  };
}

// An operator who locks themselves out may have been the last one.
function refuseOwn(caller: Caller, clientId: ClientId, verb: string): void {
  if (caller.clientId !== clientId) return;
  throw new AppError('conflict', `a client cannot ${verb} itself; let another operator do it`);
}
