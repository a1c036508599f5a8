import { timingSafeEqual } from 'node:crypto';
import type { SiteId } from '@setpoint/contract';
import type { Store } from '../../store/store.ts';
import type { ShownCertificate } from '../../door/shown-certificate.ts';
import type { CertificateDemand } from '../../door/tls-options.ts';
import { findControllerKey } from './find-controller-key.ts';
import { hashSecret } from '../make-secret.ts';
import { noteKeyUse } from './note-key-use.ts';
import { thumbprintsOf } from './thumbprints-of.ts';

/** A controller that proved which site it is on. */
export interface Controller {
  readonly siteId: SiteId;
  readonly keyId: string;
  /** When its key ends by itself, or the certificate that it showed. */
  readonly endsAt: number;
  /** Of the certificate that it showed. */
  readonly thumbprint?: string | undefined;
}

export type Authenticated =
  | { readonly kind: 'controller'; readonly controller: Controller }
  /** The key is good, and the certificate is not. */
  | { readonly kind: 'unfit'; readonly siteId: SiteId; readonly reason: string }
  | { readonly kind: 'unknown' };

export type AuthenticateController = (key: string, shown?: ShownCertificate) => Promise<Authenticated>;

const KEY = /^sck_[\w-]{43}$/;
const USE_NOTED_EVERY_MS = 60_000;
const UNKNOWN: Authenticated = { kind: 'unknown' };

/** Whether a text has the form of a controller key, whichever site it may be of. */
export function isKeyText(text: string): boolean {
  return KEY.test(text);
}

export interface ControllerAuthentication {
  readonly store: Store;
  readonly now: () => number;
  /** Left out, nobody is asked for one. */
  readonly demand?: CertificateDemand;
  /** The last use of a key could not be noted; the controller is let in all the same. */
  readonly onFailure: (cause: unknown) => void;
}

/** Finds the site that a controller key names. */
export function createAuthenticateController(options: ControllerAuthentication): AuthenticateController {
  const { store, now, onFailure, demand = 'off' } = options;
  return async (key, shown) => {
    if (!isKeyText(key)) return UNKNOWN;
    const keyHash = hashSecret(key);
    const found = await store.read(findControllerKey, { keyHash });
    if (found === undefined || !isSameHash(found.keyHash, keyHash)) return UNKNOWN;
    const { siteId, keyId, endsAt } = found;
    const at = now();
    const reason = certificateFault(demand, thumbprintsOf(found.thumbprints), shown, at);
    if (reason !== undefined) return { kind: 'unfit', siteId, reason };
    if (found.lastUsedAt === null || at - found.lastUsedAt >= USE_NOTED_EVERY_MS) {
      store.write(noteKeyUse, { keyId, now: at }).catch(onFailure);
    }
    const lastsTo = shown === undefined ? endsAt : Math.min(endsAt, shown.validTo);
    return { kind: 'controller', controller: { siteId, keyId, endsAt: lastsTo, thumbprint: shown?.thumbprint } };
  };
}

function isSameHash(one: string, other: string): boolean {
  return one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
}

/** Why a key is not good on a connection with such a certificate; undefined if it is. */
function certificateFault(
  demand: CertificateDemand,
  thumbprints: readonly string[],
  shown: ShownCertificate | undefined,
  now: number,
): string | undefined {
  const isBound = thumbprints.length > 0;
  if (demand === 'off')
    return isBound ? 'its key is bound to a certificate, which this service asks nobody for' : undefined;
  if (shown === undefined) {
    if (isBound) return 'its key is bound to a certificate, and it showed none';
    return demand === 'required' ? 'it showed no certificate' : undefined;
  }
  if (shown.fault !== undefined) return `its certificate was refused: ${shown.fault}`;
  if (shown.validTo <= now) return 'its certificate has expired';
  return isBound && !thumbprints.includes(shown.thumbprint) ? 'its key is bound to another certificate' : undefined;
}
