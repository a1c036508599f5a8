import { timingSafeEqual } from 'node:crypto';
import type { SiteId } from '@setpoint/contract';
import type { Store } from '../../store/store.ts';
import { findControllerKey } from './find-controller-key.ts';
import { hashSecret } from '../make-secret.ts';
import { noteKeyUse } from './note-key-use.ts';

/** A controller that proved which site it is on. */
export interface Controller {
  readonly siteId: SiteId;
  readonly keyId: string;
  /** When its key ends by itself. */
  readonly endsAt: number;
}

export type AuthenticateController = (key: string) => Promise<Controller | undefined>;

const KEY = /^sck_[\w-]{43}$/;
const USE_NOTED_EVERY_MS = 60_000;

/** Whether a text has the form of a controller key, whichever site it may be of. */
export function isKeyText(text: string): boolean {
  return KEY.test(text);
}

export interface ControllerAuthentication {
  readonly store: Store;
  readonly now: () => number;
  /** The last use of a key could not be noted; the controller is let in all the same. */
  readonly onFailure: (cause: unknown) => void;
}

/** Finds the site that a controller key names. */
export function createAuthenticateController(options: ControllerAuthentication): AuthenticateController {
  const { store, now, onFailure } = options;
  return async (key) => {
    if (!isKeyText(key)) return undefined;
    const keyHash = hashSecret(key);
    const found = await store.read(findControllerKey, { keyHash });
    if (found === undefined || !isSameHash(found.keyHash, keyHash)) return undefined;
    const at = now();
    if (found.lastUsedAt === null || at - found.lastUsedAt >= USE_NOTED_EVERY_MS) {
      store.write(noteKeyUse, { keyId: found.keyId, now: at }).catch(onFailure);
    }
    return { siteId: found.siteId, keyId: found.keyId, endsAt: found.endsAt };
  };
}

function isSameHash(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}
