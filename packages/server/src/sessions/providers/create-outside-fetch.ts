import type { IncomingMessage } from 'node:http';
import { ClientError, type CustomFetch, type CustomFetchOptions } from 'openid-client';
import { askOutside } from '../../http/outside/ask-outside.ts';
import { readBounded } from '../../http/outside/read-bounded.ts';
import type { LookUp } from '../../platform/addresses/create-name-lookup.ts';

const WITHIN_MS = 5_000;

/** Asks a provider as the service asks any server of somebody else: in time, bounded, and never by a redirect. */
export function createOutsideFetch(lookUp: LookUp): CustomFetch {
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
function checkType({ statusCode, headers }: IncomingMessage, asked: Pick<CustomFetchOptions, 'method' | 'headers'>) {
  if (statusCode !== 200) return;
  const type = headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  // Only who somebody is may come signed.
  const isSigned = type === 'application/jwt' && asked.method !== 'POST';
  const isAnswer = asked.method === 'POST' || Object.keys(asked.headers).includes('authorization');
  if (!isAnswer || type === 'application/json' || isSigned) return;
  throw new ClientError(`the provider answers ${type ?? 'something without a type'}, not application/json`);
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
