import { type Answer, type Endpoint, type OutgoingRequest, sendRequest } from './send-request.ts';
import { SetpointError } from '../setpoint-error.ts';
import type { TokenSource } from '../identity/token-source.ts';

/** One request, before it has a token. */
export interface Call extends Pick<OutgoingRequest, 'method' | 'headers'> {
  /** A path of the contract, with `:name` where a parameter goes. */
  readonly path: string;
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

/** Sends a request in the client's name. */
export type Send = (call: Call) => Promise<Answer>;

/** Adds the token to each request; a token that was refused is renewed once. */
export function createSend(endpoint: Endpoint, tokens: TokenSource): Send {
  return async (call) => {
    const request = requestOf(call);
    const token = await tokens.current();
    try {
      return await sendRequest(endpoint, withToken(request, token));
    } catch (cause) {
      const isRefused = cause instanceof SetpointError && cause.status === 401;
      if (!isRefused || !tokens.discard(token)) throw cause;
    }
    return sendRequest(endpoint, withToken(request, await tokens.current()));
  };
}

function withToken(request: OutgoingRequest, token: string): OutgoingRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}

export function requestOf({ method, path, params = {}, query = {}, headers, body }: Call): OutgoingRequest {
  const filled = path.replaceAll(/:(\w+)/g, (_whole, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value !== undefined) search.set(name, String(value));
  const request = {
    method,
    path: search.size === 0 ? filled : `${filled}?${search.toString()}`,
    headers: headers ?? {},
  };
  if (body === undefined) return request;
  return {
    ...request,
    headers: { ...request.headers, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
}
