import { parseScopes } from './parse-scopes.ts';
import type { SigningKeys } from '../keys/signing-keys.ts';
import type { TokenIssuer } from './token-issuer.ts';

export const BUILT_IN_ALGORITHM = 'ES256';
/** RFC 9068 §2.1. */
export const BUILT_IN_TYPE = 'at+jwt';

/** The service itself as an issuer: what it takes is what `signToken` makes. */
export function builtInIssuer(publicUrl: string, keys: SigningKeys): TokenIssuer {
  return {
    issuer: publicUrl,
    audience: publicUrl,
    algorithms: [BUILT_IN_ALGORITHM],
    types: [BUILT_IN_TYPE],
    subjectClaim: 'sub',
    scopesOf: ({ scope }) => (typeof scope === 'string' ? parseScopes(scope) : undefined),
    findKey: (name) => keys.findKey(name),
  };
}
