import { isDeepStrictEqual } from 'node:util';
import type { AuditPlace } from '@setpoint/contract';
import { placeOf } from './place-of.ts';
import { type JsonWebKeyText, thumbprintOf } from './thumbprint-of.ts';

export interface GivenSeal {
  readonly place: AuditPlace;
  /** The seal before it. */
  readonly previous: AuditPlace | undefined;
  readonly keyId: unknown;
  readonly key: JsonWebKeyText;
  /** A JWS in the compact form. */
  readonly signature: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** The thumbprint of the key by which a seal is good, over the place that it names; undefined for one that is not. */
export async function verifySeal({ place, previous, keyId, key, signature }: GivenSeal): Promise<string | undefined> {
  const [header = '', payload = '', signed = '', ...more] = signature.split('.');
  try {
    const isSaid =
      isHeader(parsed(header), keyId) &&
      isPlace(parsed(payload), place) &&
      isSame(parsed(payload)['previous'], previous) &&
      more.length === 0;
    if (!isSaid) return undefined;
    const imported = await crypto.subtle.importKey('jwk', { ...key }, ALGORITHM, true, ['verify']);
    const bytes = new TextEncoder().encode(`${header}.${payload}`);
    const isGood = await crypto.subtle.verify(ALGORITHM, imported, bytesOf(signed), bytes);
    // Of the key as it is written in one way alone.
    return isGood ? thumbprintOf({ ...(await crypto.subtle.exportKey('jwk', imported)) }) : undefined;
  } catch {
    return undefined;
  }
}

type Said = Readonly<Record<string, unknown>>;

// No token is a seal, whichever key signed it.
function isHeader({ alg, typ, kid }: Said, keyId: unknown): boolean {
  return alg === 'ES256' && typ === 'setpoint-audit-seal' && kid === keyId;
}

function isPlace({ sequence, hash }: Said, place: AuditPlace): boolean {
  return sequence === place.sequence && hash === place.hash;
}

function isSame(said: unknown, previous: AuditPlace | undefined): boolean {
  return isDeepStrictEqual(placeOf(said), previous);
}

function parsed(base64url: string): Said {
  return JSON.parse(new TextDecoder().decode(bytesOf(base64url))) as Said;
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0);
}
