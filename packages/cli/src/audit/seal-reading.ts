import { isDeepStrictEqual } from 'node:util';
import type { AuditPlace, AuditRecord } from '@setpoint/contract';
import { type JsonWebKeyText, thumbprintOf } from './thumbprint-of.ts';
import { placeOf } from './place-of.ts';

interface GivenSeal {
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
async function verifySeal({ place, previous, keyId, key, signature }: GivenSeal): Promise<string | undefined> {
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

/** A key that sealed a log. */
export interface SealKey {
  readonly keyId: string;
  /** RFC 7638, with SHA-256. */
  readonly thumbprint: string;
  readonly seals: number;
  /** The first and the last record that is a seal by it. */
  readonly from: number;
  readonly to: number;
}

/** The seals of a log, as its records come by. */
export class SealReading {
  count = 0;
  /** The record that was sealed last. */
  upTo = 0;
  readonly #pinned: readonly string[] | undefined;
  /** The hashes since the last seal. */
  readonly #unsealed = new Map<number, string>();
  readonly #keys = new Map<string, SealKey>();
  #last: AuditPlace | undefined;
  #first: number | undefined;

  constructor(pinned: readonly string[] | undefined) {
    this.#pinned = pinned;
  }

  /** The keys by which the seals are good, the latest to seal last. */
  get keys(): readonly SealKey[] {
    return [...this.#keys.values()];
  }

  /** Reads one more record, and the place that it names; what is wrong with it as a seal. */
  async take(record: AuditRecord, place: AuditPlace | undefined): Promise<string | undefined> {
    const { sequence, hash, action } = record;
    this.#first ??= sequence;
    if (action === 'audit.sealed') {
      const problem = await this.#takeSeal(record, place);
      if (problem !== undefined) return problem;
    }
    this.#unsealed.set(sequence, hash);
    return undefined;
  }

  async #takeSeal(record: AuditRecord, place: AuditPlace | undefined): Promise<string | undefined> {
    const { sequence, hash, after } = record;
    const { keyId, key, signature, previous: named } = after ?? {};
    if (place === undefined || typeof signature !== 'string') return 'is a seal without a signature';
    const previous = placeOf(named);
    const misplaced = this.#misplaced(place, sequence) ?? this.#unlinked(previous);
    if (misplaced !== undefined) return misplaced;
    const thumbprint = await verifySeal({ place, previous, keyId, key: key as JsonWebKeyText, signature });
    if (thumbprint === undefined) return 'is a seal whose signature is wrong';
    if (this.#pinned?.includes(thumbprint) === false) return `is a seal by the key ${thumbprint}, which was not given`;
    this.#note({ keyId: String(keyId), thumbprint, seals: 1, from: sequence, to: sequence });
    this.count += 1;
    this.upTo = place.sequence;
    this.#last = { sequence, hash };
    // No seal reaches back behind the one before it.
    this.#unsealed.clear();
    return undefined;
  }

  #misplaced(place: AuditPlace, sequence: number): string | undefined {
    if (place.sequence <= this.upTo || place.sequence >= sequence) return 'is a seal that belongs to another place';
    const hash = this.#unsealed.get(place.sequence);
    // What was forgotten since, nobody can compare.
    const isForgotten = place.sequence < (this.#first ?? 0);
    return hash === place.hash || isForgotten ? undefined : `seals another record ${place.sequence}`;
  }

  #unlinked(previous: AuditPlace | undefined): string | undefined {
    const last = this.#last;
    // The one before the first that is left may have been forgotten.
    const isLinked = last === undefined ? !isAfter(previous, this.#first) : isDeepStrictEqual(previous, last);
    const named = previous === undefined ? 'none' : `the seal ${previous.sequence}`;
    return isLinked ? undefined : `is a seal behind ${named}, which is not the one before it`;
  }

  #note(key: SealKey): void {
    const name = `${key.thumbprint} ${key.keyId}`;
    const known = this.#keys.get(name);
    this.#keys.delete(name);
    this.#keys.set(name, known === undefined ? key : { ...known, seals: known.seals + 1, to: key.to });
  }
}

function isAfter(place: AuditPlace | undefined, first = 0): boolean {
  return place !== undefined && place.sequence >= first;
}
