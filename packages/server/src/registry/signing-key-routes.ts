import { instantText } from '@setpoint/core';
import { AppError, parseUuid, PATHS, type SigningKeyList } from '@setpoint/contract';
import type { FastifyInstance } from 'fastify';
import type { Access } from '../access/access.ts';
import { noSuch } from '../http/no-such.ts';
import { readQuery } from '../http/read-query.ts';
import type { SigningKeys } from '../identity/signing-keys.ts';
import { deedOf } from '../access/deed-of.ts';

export interface SigningKeyRoutes {
  readonly access: Access;
  readonly keys: SigningKeys;
}

const MOST_KEYS = 8;

/** The keys that the service signs tokens with: for operators. */
export function signingKeyRoutes(app: FastifyInstance, { access, keys }: SigningKeyRoutes): void {
  async function listed(): Promise<SigningKeyList> {
    const all = await keys.list();
    return { keys: all.map(({ kid, createdAt, state }) => ({ keyId: kid, createdAt: instantText(createdAt), state })) };
  }

  app.get(PATHS.fleetSigningKeys, async (request): Promise<SigningKeyList> => {
    await access.caller(request, 'fleet:admin');
    readQuery(request, []);
    return listed();
  });

  app.post(PATHS.fleetSigningKeys, async (request, reply): Promise<SigningKeyList> => {
    const by = deedOf(request, await access.caller(request, 'fleet:admin'));
    readQuery(request, []);
    if ((await keys.list()).length >= MOST_KEYS) {
      throw new AppError('conflict', `there are ${MOST_KEYS} keys; revoke one of them first`);
    }
    await keys.rotate(by);
    reply.code(201);
    return listed();
  });

  app.delete(PATHS.fleetSigningKey, async (request, reply) => {
    const by = deedOf(request, await access.caller(request, 'fleet:admin'));
    readQuery(request, []);
    const keyId = parseUuid((request.params as { keyId: string }).keyId);
    if (keyId === undefined || !(await keys.revoke(keyId, by))) throw noSuch('key');
    reply.code(204);
  });
}
