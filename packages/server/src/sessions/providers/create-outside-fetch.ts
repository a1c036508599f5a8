import type { IncomingMessage } from 'node:http';
import type { CustomFetch } from 'openid-client';
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
    const text = await readBounded(response, url);
    return new Response(text === '' ? null : text, {
      status: response.statusCode ?? 0,
      headers: headersOf(response),
    });
  };
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
