import type { AuditPlace } from '@setpoint/contract';

/** A public key as a JSON Web Key. */
export type JsonWebKeyText = Readonly<Record<string, unknown>>;

export interface GivenSeal {
  readonly place: AuditPlace;
  readonly key: JsonWebKeyText;
  /** A JWS in the compact form. */
  readonly signature: string;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** Whether a seal was signed by its key, over the place that it names. */
export async function verifySeal({ place, key, signature }: GivenSeal): Promise<boolean> {
  const [header = '', payload = '', signed = ''] = signature.split('.');
  try {
    const { sequence, hash } = JSON.parse(textOf(payload)) as Partial<AuditPlace>;
    const { alg } = JSON.parse(textOf(header)) as { alg?: unknown };
    if (alg !== 'ES256' || sequence !== place.sequence || hash !== place.hash) return false;
    const imported = await crypto.subtle.importKey('jwk', { ...key }, ALGORITHM, false, ['verify']);
    const bytes = new TextEncoder().encode(`${header}.${payload}`);
    return await crypto.subtle.verify(ALGORITHM, imported, bytesOf(signed), bytes);
  } catch {
    return false;
  }
}

function bytesOf(base64url: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (character) => character.codePointAt(0) ?? 0);
}

function textOf(base64url: string): string {
  return new TextDecoder().decode(bytesOf(base64url));
}
