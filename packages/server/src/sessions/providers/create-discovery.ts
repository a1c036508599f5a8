import type { IncomingMessage } from 'node:http';
import * as oidc from 'openid-client';
import type { LookUp } from '../../platform/addresses/create-name-lookup.ts';
import type { ProviderSettings } from './provider-settings.ts';
import { isObject } from '../../identity/tokens/parse-token.ts';
import { askOutside } from '../../http/outside/ask-outside.ts';
import { readBounded } from '../../http/outside/read-bounded.ts';

const DISCOVERED_FOR_MS = 3_600_000;

interface DiscoveryGround {
  readonly lookUp: LookUp;
  readonly now: () => number;
}

/** What the provider publishes of itself, asked anew now and then; a failure is tried again with the next request. */
export function createDiscovery(settings: ProviderSettings, { lookUp, now }: DiscoveryGround) {
  let known: { readonly at: number; readonly config: Promise<oidc.Configuration> } | undefined;
  const outsideFetch = createOutsideFetch(lookUp);

  async function discover(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret, algorithm, clockToleranceSeconds } = settings;
    const asking = oidc.discovery(
      new URL(issuer),
      clientId,
      {
        ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
        id_token_signed_response_alg: algorithm,
        [oidc.clockTolerance]: clockToleranceSeconds,
        // The clock of the store is one for all nodes.
        [oidc.clockSkew]: Math.round((now() - Date.now()) / 1_000),
      },
      clientSecret === undefined ? oidc.None() : undefined,
      {
        [oidc.customFetch]: outsideFetch,
        // On this machine alone: the settings refuse any other address without TLS.
        execute: [oidc.enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [])],
      },
    );
    const config = await asking.catch((cause: unknown) => {
      throw discoveryProblem(issuer, cause);
    });
    const named = config.serverMetadata().issuer;
    // The library takes a name with a slash at its end for the same, and Entra ID by any name.
    if (named !== issuer) throw new Error(otherIssuer(issuer, named));
    return config;
  }

  return async (): Promise<oidc.Configuration> => {
    const at = now();
    if (known === undefined || at - known.at > DISCOVERED_FOR_MS || at < known.at) {
      const config = discover();
      known = { at, config };
      config.catch(() => (known = undefined));
    }
    return known.config;
  };
}

const MOST_CHARS = 200;

/** Why a provider cannot be used, with what to do about it. */
function discoveryProblem(issuer: string, cause: unknown): Error {
  return new Error(problemOf(issuer, cause), { cause });
}

/** Of one that calls itself otherwise: who signs must be who was set. */
function otherIssuer(issuer: string, named: unknown): string {
  return `${issuer} calls itself ${String(named).slice(0, MOST_CHARS)}: set that as its issuer if you trust it`;
}

function problemOf(issuer: string, cause: unknown): string {
  const metadata = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
  const { code, cause: answer } = cause instanceof oidc.ClientError ? cause : { code: undefined, cause: undefined };
  switch (code) {
    case 'OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED':
      return otherIssuer(issuer, isObject(answer) && isObject(answer['body']) ? answer['body']['issuer'] : undefined);
    case 'OAUTH_RESPONSE_IS_NOT_CONFORM':
      return `${metadata} answers ${answer instanceof Response ? answer.status : 'no'}: check its issuer`;
    case 'OAUTH_RESPONSE_IS_NOT_JSON':
    case 'OAUTH_PARSE_ERROR':
    case 'OAUTH_INVALID_RESPONSE':
      return `${metadata} has no metadata of a provider: check its issuer`;
    default:
      return `${metadata} cannot be reached: check its issuer, and that this machine may connect to it`;
  }
}

const WITHIN_MS = 5_000;

/** Asks a provider as the service asks any server of somebody else: in time, bounded, and never by a redirect. */
function createOutsideFetch(lookUp: LookUp): oidc.CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const within = AbortSignal.timeout(WITHIN_MS);
    const sent = bodyText(body);
    const response = await askOutside(url, {
      method: method === 'POST' ? 'POST' : 'GET',
      headers,
      ...(sent === undefined ? {} : { body: sent }),
      signal: signal === undefined ? within : AbortSignal.any([signal, within]),
      lookUp,
    });
    checkType(response, { method, headers });
    const text = await readBounded(response, url);
    return new Response(text === '' ? null : text, {
      status: response.statusCode ?? 0,
      headers: headersOf(response),
    });
  };
}

/** The library reads whatever can be read as JSON; a page that somebody put there must not do for an answer. */
function checkType(
  { statusCode, headers }: IncomingMessage,
  asked: Pick<oidc.CustomFetchOptions, 'method' | 'headers'>,
) {
  if (statusCode !== 200) return;
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  // Only who somebody is may come signed.
  const isSigned = type === 'application/jwt' && asked.method !== 'POST';
  const isAnswer = asked.method === 'POST' || Object.keys(asked.headers).includes('authorization');
  if (!isAnswer || type === 'application/json' || isSigned) return;
  throw new oidc.ClientError(`the provider answers ${type ?? 'something without a type'}, not application/json`);
}

function bodyText(body: unknown): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new Error('a provider is sent forms alone');
}

function headersOf({ headers }: IncomingMessage): Headers {
  const named = Object.entries(headers).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, [value].flat().join(', ')]],
  );
  return new Headers(named);
}
