import type { QueryValue } from './call.ts';

/** A request that is ready to be sent. */
export interface OutgoingRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Any `Call`, without its types. */
export interface AnyCall {
  readonly method: string;
  readonly path: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

/** Fills in the path and the query, and writes the body as JSON. */
export function outgoingRequest({ method, path, params = {}, query = {}, ...rest }: AnyCall): OutgoingRequest {
  const filled = path.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const { headers = {}, body } = rest;
  const request = { method, path: search.size === 0 ? filled : `${filled}?${search.toString()}`, headers };
  if (body === undefined) return request;
  return { ...request, headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
