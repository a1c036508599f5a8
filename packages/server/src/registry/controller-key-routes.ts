import { instantText, instantTextOrNull } from '@setpoint/core';
import { randomUUID } from 'node:crypto';
import {
  type AddedControllerKey,
  AppError,
  type ControllerKeyList,
  parseUuid,
  PATHS,
  type SiteId,
} from '@setpoint/contract';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { makeSecret } from '../identity/make-secret.ts';
import { listControllerKeys } from './list-controller-keys.ts';
import type { Access } from '../access/access.ts';
import { siteIdOrThrow } from '../access/site-id-of.ts';
import type { Store } from '../store/store.ts';
import { noSuch } from '../http/no-such.ts';
import { readEnd } from '../http/read-end.ts';
import { NEVER } from '../store/in-force.ts';
import { readQuery } from '../http/read-query.ts';
import { addControllerKey } from './add-controller-key.ts';
import { revokeControllerKey } from './revoke-controller-key.ts';
import { deedOf } from '../access/deed-of.ts';

export interface ControllerKeyRoutes {
  readonly access: Access;
  readonly store: Store;
  readonly now: () => number;
  /** Told when a key ended, once that is durable. */
  readonly onRevoked: (siteId: SiteId) => void;
}

/** The keys that the controller of a site signs in with: for operators. */
export function controllerKeyRoutes(app: FastifyInstance, options: ControllerKeyRoutes): void {
  const { store, now, onRevoked } = options;

  app.get(PATHS.fleetSiteKeys, async (request): Promise<ControllerKeyList> => {
    const keys = await store.read(listControllerKeys, await addressedSite(options, request));
    if (keys === undefined) throw noSuch('site');
    return {
      keys: keys.map(({ keyId, createdAt, lastUsedAt, endsAt }) => ({
        keyId,
        createdAt: instantText(createdAt),
        lastUsedAt: instantTextOrNull(lastUsedAt),
        endsAt: instantTextOrNull(endsAt === NEVER ? null : endsAt),
      })),
    };
  });

  app.post(PATHS.fleetSiteKeys, async (request, reply): Promise<AddedControllerKey> => {
    const by = deedOf(request, await options.access.caller(request, 'fleet:admin'));
    const end = readEnd(readQuery(request, ['endsAt']).endsAt, now());
    const siteId = siteIdOrThrow(request);
    const { text, hash } = makeSecret('sck_');
    const keyId = randomUUID();
    const { kind } = await store.write(addControllerKey, { siteId, keyId, keyHash: hash, now: now(), ...end, by });
    if (kind === 'site_missing') throw noSuch('site');
    if (kind === 'too_many_keys')
      throw new AppError('conflict', 'this site has two valid keys; revoke one of them first');
    reply.code(201).header('Cache-Control', 'no-store');
    return { keyId, controllerKey: text, endsAt: instantTextOrNull(end.endsAt ?? null) };
  });

  app.delete(PATHS.fleetSiteKey, async (request, reply) => {
    const { siteId, by } = await addressedSite(options, request);
    const keyId = parseUuid((request.params as { keyId: string }).keyId);
    const revoked = keyId !== undefined && (await store.write(revokeControllerKey, { siteId, keyId, by })).isRevoked;
    if (!revoked) throw noSuch('key');
    onRevoked(siteId);
    reply.code(204);
  });
}

async function addressedSite({ access }: ControllerKeyRoutes, request: FastifyRequest) {
  const by = deedOf(request, await access.caller(request, 'fleet:admin'));
  readQuery(request, []);
  return { siteId: siteIdOrThrow(request), by };
}
