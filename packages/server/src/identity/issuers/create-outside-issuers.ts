import { isScope, type Scope } from '@setpoint/contract';
import type { LookUp } from '../../platform/addresses/create-name-lookup.ts';
import { fetchJwks } from './fetch-jwks.ts';
import type { IssuerSettings } from './issuer-settings.ts';
import { createOutsideKeys } from './create-outside-keys.ts';
import type { JsonObject } from '../tokens/parse-token.ts';
import { parseScopes } from '../tokens/parse-scopes.ts';
import type { TokenIssuer } from '../tokens/token-issuer.ts';
import { ownClaim } from '../tokens/verify-token.ts';

export interface OutsideIssuersOptions {
  readonly settings: readonly IssuerSettings[];
  readonly now: () => number;
  readonly lookUp: LookUp;
  /** Told of every fetch of keys that failed; tokens go on being verified with the keys at hand. */
  readonly onFailure: (issuer: string, cause: unknown) => void;
}

/** The issuers that an operator trusts beside the service itself, each on its own terms. */
export function createOutsideIssuers({ settings, now, lookUp, onFailure }: OutsideIssuersOptions): TokenIssuer[] {
  return settings.map((one) => ({
    issuer: one.issuer,
    audience: one.audience,
    algorithms: one.algorithms,
    types: one.types,
    subjectClaim: one.subjectClaim,
    scopesOf: (payload) => scopesOf(payload, one),
    findKey: createOutsideKeys({
      fetchKeys: () => fetchJwks(one, lookUp),
      now,
      onFailure: (cause) => onFailure(one.issuer, cause),
    }),
  }));
}

function scopesOf(payload: JsonObject, { scopes, allowAdmin }: IssuerSettings): ReadonlySet<Scope> {
  const named = scopes.kind === 'fixed' ? scopes.scopes : claimedScopes(ownClaim(payload, scopes.name));
  return new Set([...named].filter((scope) => allowAdmin || scope !== 'fleet:admin'));
}

// Issuers differ: some put scopes into a text, some into a list.
function claimedScopes(claim: unknown): Iterable<Scope> {
  if (typeof claim === 'string') return parseScopes(claim);
  if (!Array.isArray(claim)) return [];
  return claim.filter((scope): scope is Scope => typeof scope === 'string' && isScope(scope));
}
