import { instantText, instantTextOrNull } from '@setpoint/core';
import { randomUUID } from 'node:crypto';
import {
  AddClientRequest,
  type AddedClient,
  AppError,
  ChangeClientRequest,
  type ClientId,
  type ClientSecretResponse,
  parseClientId,
  PATHS,
  type RegisteredClient,
  type RegisteredClientList,
  type Scope,
} from '@setpoint/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { makeSecret } from '../identity/make-secret.ts';
import type { Caller } from '../identity/caller.ts';
import { listClients, readClient, type StoredClient } from './list-clients.ts';
import type { Access } from '../access/access.ts';
import type { Store } from '../store/store.ts';
import { noSuch } from '../http/no-such.ts';
import { readEnd } from '../http/read-end.ts';
import { valueOrThrow } from '../wire/value-or-throw.ts';
import { readJson } from '../http/read-json.ts';
import { BY_NAME } from '../http/cursor-shape.ts';
import { cutPage, readPage } from '../http/read-page.ts';
import { readQuery } from '../http/read-query.ts';
import { addClient } from './add-client.ts';
import { addSecret } from './add-secret.ts';
import { changeClient } from './change-client.ts';
import { endSessions } from './end-sessions.ts';
import { removeClient } from './remove-client.ts';
import { deedOf } from '../access/deed-of.ts';

export interface ClientRegistryRoutes {
  readonly access: Access;
  readonly store: Store;
  readonly now: () => number;
  /** Told of a secret that was added and does not end by itself, once that is durable. */
  readonly onSecretAdded: (added: { readonly clientId: ClientId; readonly clientSecret: string }) => void;
}

const checkAddClient = valueOrThrow(AddClientRequest);
const checkChangeClient = valueOrThrow(ChangeClientRequest);
const DEFAULT_SCOPES: readonly Scope[] = ['sites:read', 'schedules:write'];

/** Which clients there are, and whether they may come in: for operators. */
export function clientRegistryRoutes(app: FastifyInstance, options: ClientRegistryRoutes): void {
  const { access, store, now } = options;

  app.get(PATHS.fleetClients, async (request): Promise<RegisteredClientList> => {
    await access.caller(request, 'fleet:admin');
    const wanted = readPage(request, BY_NAME);
    const after = { clientName: wanted.after.name, clientId: wanted.after.id };
    const rows = await store.read(listClients, { after, limit: wanted.limit + 1 });
    const page = cutPage(rows, wanted, (row) => ({ name: row.clientName, id: row.clientId }));
    return { clients: page.items.map(registeredClient), nextCursor: page.nextCursor };
  });

  app.get(PATHS.fleetClient, async (request): Promise<RegisteredClient> => {
    await access.caller(request, 'fleet:admin');
    readQuery(request, []);
    return readOrThrow(options, clientIdOrThrow(request));
  });

  app.patch(PATHS.fleetClient, async (request): Promise<RegisteredClient> => {
    const caller = await access.caller(request, 'fleet:admin');
    readQuery(request, []);
    const clientId = clientIdOrThrow(request);
    const { isEnabled } = await readJson(request, checkChangeClient);
    if (!isEnabled) refuseOwn(caller, clientId, 'disable');
    const outcome = await store.write(changeClient, { clientId, isEnabled, now: now(), by: deedOf(request, caller) });
    if (outcome.kind === 'client_missing') throw noSuch('client');
    return readOrThrow(options, clientId);
  });

  app.delete(PATHS.fleetClient, async (request, reply) => {
    const caller = await access.caller(request, 'fleet:admin');
    readQuery(request, []);
    const clientId = clientIdOrThrow(request);
    refuseOwn(caller, clientId, 'remove');
    const outcome = await store.write(removeClient, { clientId, by: deedOf(request, caller) });
    if (outcome.kind === 'client_missing') throw noSuch('client');
    reply.code(204);
  });

  app.delete(PATHS.fleetClientSessions, async (request, reply) => {
    const by = deedOf(request, await access.caller(request, 'fleet:admin'));
    readQuery(request, []);
    const outcome = await store.write(endSessions, { clientId: clientIdOrThrow(request), now: now(), by });
    if (outcome.kind === 'client_missing') throw noSuch('client');
    reply.code(204);
  });

  addCredentialRoutes(app, options);
}

// Whatever hands out a secret, which is shown this once.
function addCredentialRoutes(app: FastifyInstance, options: ClientRegistryRoutes): void {
  const { access, store, now, onSecretAdded } = options;

  app.post(PATHS.fleetClients, async (request, reply): Promise<AddedClient> => {
    const by = deedOf(request, await access.caller(request, 'fleet:admin'));
    readQuery(request, []);
    const { clientName, scopes = DEFAULT_SCOPES } = await readJson(request, checkAddClient);
    const clientId = randomUUID() as string as ClientId;
    const secret = makeSecret('scs_');
    await store.write(addClient, { clientId, clientName, scopes, secretHash: secret.hash, now: now(), by });
    reply.code(201).header('Cache-Control', 'no-store');
    return { clientId, clientName, clientSecret: secret.text };
  });

  app.post(PATHS.fleetClientSecrets, async (request, reply): Promise<ClientSecretResponse> => {
    const by = deedOf(request, await access.caller(request, 'fleet:admin'));
    const end = readEnd(readQuery(request, ['endsAt']).endsAt, now());
    const clientId = clientIdOrThrow(request);
    const secret = makeSecret('scs_');
    const outcome = await store.write(addSecret, { clientId, secretHash: secret.hash, now: now(), ...end, by });
    if (outcome.kind === 'client_missing') throw noSuch('client');
    if (end.endsAt === undefined) onSecretAdded({ clientId, clientSecret: secret.text });
    reply.code(201).header('Cache-Control', 'no-store');
    return { clientId, clientSecret: secret.text, endsAt: instantTextOrNull(end.endsAt ?? null) };
  });
}

async function readOrThrow({ store }: ClientRegistryRoutes, clientId: ClientId): Promise<RegisteredClient> {
  const client = await store.read(readClient, { clientId });
  if (client === undefined) throw noSuch('client');
  return registeredClient(client);
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

// An operator who locks himself out may have been the last one.
function refuseOwn(caller: Caller, clientId: ClientId, verb: string): void {
  if (caller.clientId !== clientId) return;
  throw new AppError('conflict', `a client cannot ${verb} itself; let another operator do it`);
}

export function clientIdOrThrow(request: FastifyRequest): ClientId {
  const clientId = parseClientId((request.params as { clientId: string }).clientId);
  if (clientId === undefined) throw noSuch('client');
  return clientId;
}
