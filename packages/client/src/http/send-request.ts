import { baseUrl } from '@setpoint/contract';
import { anyOf } from './any-of.ts';
import { failureOf, noAnswer } from './failure-of.ts';
import { CSV, type OutgoingRequest } from './outgoing-request.ts';
import { NOT_JSON, parseBody } from './parse-body.ts';
import type { BoundedEndpoint } from './send-within.ts';

/** An answer with a 2xx status. */
export interface Answer<Body = unknown> {
  /** The parsed JSON; the text of a table; undefined if the body is empty. */
  readonly body: Body;
  readonly headers: Headers;
}

const TIMEOUT_MS = 30_000;

/** Sends one request. Any answer except a 2xx is thrown as a `SetpointError`. */
export async function sendRequest(endpoint: BoundedEndpoint, request: OutgoingRequest): Promise<Answer> {
  const { response, text } = await exchange(endpoint, request);
  const body = request.headers['accept'] === CSV ? text : parseBody(text);
  if (response.ok && body !== NOT_JSON) return { body, headers: response.headers };
  throw failureOf(response, text);
}

async function exchange({ timeoutMs = TIMEOUT_MS, signal, ...endpoint }: BoundedEndpoint, request: OutgoingRequest) {
  try {
    const response = await fetchFrom(endpoint, request, anyOf(signal, AbortSignal.timeout(timeoutMs)));
    return { response, text: await response.text() };
  } catch (cause) {
    throw noAnswer(endpoint.url, cause, signal);
  }
}

/** Sends one request; the body of the answer is not read yet. */
export function fetchFrom(
  { url, fetch = globalThis.fetch }: BoundedEndpoint,
  { path, headers, ...request }: OutgoingRequest,
  signal: AbortSignal,
): Promise<Response> {
  return fetch(baseUrl(url) + path, {
    ...request,
    headers: { accept: 'application/json', ...headers },
    redirect: 'error',
    signal,
  });
}
