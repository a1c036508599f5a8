import type { Scope } from '@setpoint/contract';
import type { CryptoKey, LocalJWKSet } from 'jose';
import type { JsonObject } from './parse-token.ts';

export interface KeyName {
  readonly kid: string;
  readonly alg: string;
}

/** Whose tokens are taken, and on which terms. */
export interface TokenIssuer {
  readonly issuer: string;
  readonly audience: string;
  readonly algorithms: readonly string[];
  /** Accepted types, in lower case and without `application/`. */
  readonly types: readonly string[];
  readonly subjectClaim: string;
  /** Undefined when the token must not be taken at all. */
  scopesOf(payload: JsonObject): ReadonlySet<Scope> | undefined;
  findKey(name: KeyName): Promise<CryptoKey | undefined>;
}

/** The one key of a set that has this name and may be used so; undefined when there is none, or more than one. */
export async function pickKey(keySet: LocalJWKSet, name: KeyName): Promise<CryptoKey | undefined> {
  try {
    return await keySet({ ...name });
  } catch {
    // Whatever the library has against a key of that name, the token that names it is not verified.
    return undefined;
  }
}
