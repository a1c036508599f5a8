import type { JSONWebKeySet } from 'jose';
import { type IssuerSettings, isTrustworthyUrl } from './issuer-settings.ts';
import { isObject } from './parse-token.ts';

const WITHIN_MS = 2_000;
const MAX_BYTES = 256 * 1024;

/** Fetches the keys an issuer publishes, found by discovery if need be; throws when it does not manage in time. */
export async function fetchJwks(settings: Pick<IssuerSettings, 'issuer' | 'jwksUri'>): Promise<JSONWebKeySet> {
  const signal = AbortSignal.timeout(WITHIN_MS);
  const address = settings.jwksUri ?? (await discover(settings.issuer, signal));
  const keySet = await fetchJson(address, signal);
  if (isKeySet(keySet)) return keySet;
  throw new Error(`${address} has no JSON Web Key Set`);
}

async function discover(issuer: string, signal: AbortSignal): Promise<string> {
  try {
    return jwksUriOf(await fetchJson(openIdAddress(issuer), signal), issuer);
  } catch {
    return jwksUriOf(await fetchJson(oauthAddress(issuer), signal), issuer);
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

async function fetchJson(address: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(address, { redirect: 'error', signal, headers: { accept: 'application/json' } });
  const text = await readBounded(response, address);
  if (response.status !== 200) throw new Error(`${address} answers ${response.status}`);
  return JSON.parse(text);
}

async function readBounded({ body }: Response, address: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop early closes the connection.
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Error(`${address} answers with more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

function isKeySet(value: unknown): value is JSONWebKeySet {
  return isObject(value) && Array.isArray(value['keys']) && value['keys'].every(isObject);
}
