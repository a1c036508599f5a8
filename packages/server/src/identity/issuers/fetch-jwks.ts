import type { JSONWebKeySet } from 'jose';
import { askOutside } from '../../http/outside/ask-outside.ts';
import { readBounded } from '../../http/outside/read-bounded.ts';
import type { LookUp } from '../../platform/addresses/create-name-lookup.ts';
import { type IssuerSettings, isTrustworthyUrl } from './issuer-settings.ts';
import { isObject } from '../tokens/parse-token.ts';

const WITHIN_MS = 2_000;

/** Fetches the keys an issuer publishes, found by discovery if need be; throws when it does not manage in time. */
export async function fetchJwks(
  { issuer, jwksUri }: Pick<IssuerSettings, 'issuer' | 'jwksUri'>,
  lookUp: LookUp,
): Promise<JSONWebKeySet> {
  const fetching = { signal: AbortSignal.timeout(WITHIN_MS), lookUp };
  const address = jwksUri ?? (await discover(issuer, fetching));
  const keySet = await fetchJson(address, fetching);
  if (isKeySet(keySet)) return keySet;
  throw new Error(`${address} has no JSON Web Key Set`);
}

interface Fetching {
  readonly signal: AbortSignal;
  readonly lookUp: LookUp;
}

async function discover(issuer: string, fetching: Fetching): Promise<string> {
  try {
    return jwksUriOf(await fetchJson(openIdAddress(issuer), fetching), issuer);
  } catch {
    return jwksUriOf(await fetchJson(oauthAddress(issuer), fetching), issuer);
  }
}

// OpenID Connect Discovery 1.0 §4 puts its path behind that of the issuer, RFC 8414 §3 before it.
function openIdAddress(issuer: string): string {
  return `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
}

function oauthAddress(issuer: string): string {
  const { origin, pathname } = new URL(issuer);
  return `${origin}/.well-known/oauth-authorization-server${pathname.replace(/\/$/, '')}`;
}

function jwksUriOf(metadata: unknown, issuer: string): string {
  if (!isObject(metadata) || metadata['issuer'] !== issuer) throw new Error(`the metadata is not that of ${issuer}`);
  const address = metadata['jwks_uri'];
  // An issuer of the open network must not point at what only this machine can reach.
  const mayBeLocal = issuer.startsWith('http:');
  if (typeof address === 'string' && isTrustworthyUrl(address) && (mayBeLocal || address.startsWith('https:'))) {
    return address;
  }
  throw new Error(`${issuer} gives no trusted address for its keys`);
}

async function fetchJson(address: string, fetching: Fetching): Promise<unknown> {
  const response = await askOutside(address, { ...fetching, headers: { Accept: 'application/json' } });
  const text = await readBounded(response, address);
  // A redirect too: who says where the keys are must be the issuer itself.
  if (response.statusCode !== 200) throw new Error(`${address} answers ${response.statusCode}`);
  return JSON.parse(text);
}

function isKeySet(value: unknown): value is JSONWebKeySet {
  return isObject(value) && Array.isArray(value['keys']) && value['keys'].every(isObject);
}
