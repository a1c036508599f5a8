import { randomUUID } from 'node:crypto';
import { AppError, isThumbprint, type SiteId } from '@setpoint/contract';
import { instantText, instantTextOrNull } from '@setpoint/core';
import { noSuch } from '../../http/send/no-such.ts';
import { readEnd } from '../../http/read/read-end.ts';
import { makeSecret } from '../../identity/make-secret.ts';
import type { Serve } from '../../serving/serve-operations.ts';
import type { StoreAndClock } from '../../serving/store-and-clock.ts';
import { NEVER } from '../../store/in-force.ts';
import { thumbprintsOf } from '../../identity/keys/thumbprints-of.ts';
import { addControllerKey } from './add-controller-key.ts';
import { changeControllerKey } from './change-controller-key.ts';
import { listControllerKeys } from './list-controller-keys.ts';
import { revokeControllerKey } from './revoke-controller-key.ts';

export interface ControllerKeyRoutes extends StoreAndClock {
  /** Told when a key ended, or may be used with other certificates, once that is durable. */
  readonly onRevoked: (siteId: SiteId) => void;
}

/** The keys that the controller of a site signs in with: for operators. */
export function controllerKeyRoutes(serve: Serve, { store, now, onRevoked }: ControllerKeyRoutes): void {
  serve('listControllerKeys', async ({ ids }) => {
    const keys = await store.read(listControllerKeys, ids);
    if (keys === undefined) throw noSuch('site');
    return {
      keys: keys.map(({ keyId, createdAt, lastUsedAt, endsAt, thumbprints }) => ({
        keyId,
        createdAt: instantText(createdAt),
        lastUsedAt: instantTextOrNull(lastUsedAt),
        endsAt: instantTextOrNull(endsAt === NEVER ? null : endsAt),
        certificateThumbprints: [...thumbprintsOf(thumbprints)],
      })),
    };
  });

  serve('addControllerKey', async ({ ids: { siteId }, query, by }) => {
    const end = readEnd(query.endsAt, now());
    const thumbprint = readThumbprint(query.certificateThumbprint);
    const { text, hash } = makeSecret('sck_');
    const keyId = randomUUID();
    const made = { siteId, keyId, keyHash: hash, thumbprint, now: now(), ...end };
    const { kind } = await store.write(addControllerKey, { ...made, by });
    if (kind === 'site_missing') throw noSuch('site');
    if (kind === 'too_many_keys')
      throw new AppError('conflict', 'this site has two valid keys; revoke one of them first');
    return {
      keyId,
      controllerKey: text,
      endsAt: instantTextOrNull(end.endsAt ?? null),
      certificateThumbprints: thumbprint === undefined ? [] : [thumbprint],
    };
  });

  serve('changeControllerKey', async ({ ids: { siteId, keyId }, body, by }) => {
    const thumbprints = [...new Set(body.certificateThumbprints)];
    const { isChanged } = await store.write(changeControllerKey, { siteId, keyId, thumbprints, by });
    if (!isChanged) throw noSuch('key');
    onRevoked(siteId);
  });

  serve('revokeControllerKey', async ({ ids: { siteId, keyId }, by }) => {
    const { isRevoked } = await store.write(revokeControllerKey, { siteId, keyId, by });
    if (!isRevoked) throw noSuch('key');
    onRevoked(siteId);
  });
}

function readThumbprint(given: string | undefined): string | undefined {
  if (given === undefined || isThumbprint(given)) return given;
  throw new AppError(
    'bad_request',
    'certificateThumbprint: must be the SHA-256 of a certificate in base64url (x5t#S256), 43 characters',
  );
}
