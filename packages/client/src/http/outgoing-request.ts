import type { QueryValue } from './call.ts';

/** A request that is ready to be sent. */
export interface OutgoingRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** What a table is. */
export const CSV = 'text/csv';

/** Any `Call`, without its types. */
export interface AnyCall {
  readonly method: string;
  readonly path: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, QueryValue>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  /** The body as a table, in the place of `body`. */
  readonly csv?: string;
}

/** Fills in the path and the query, and writes the body, as JSON if it is no table. */
export function outgoingRequest({ method, headers = {}, body, csv, ...place }: AnyCall): OutgoingRequest {
  const request = { method, path: filled(place), headers };
  if (body === undefined && csv === undefined) return request;
  const type = csv === undefined ? 'application/json' : CSV;
  return { ...request, headers: { ...headers, 'content-type': type }, body: csv ?? JSON.stringify(body) };
}

function filled({ path, params = {}, query = {} }: Pick<AnyCall, 'path' | 'params' | 'query'>): string {
  const whole = path.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  return search.size === 0 ? whole : `${whole}?${search.toString()}`;
}
