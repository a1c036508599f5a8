import { HEADERS } from '@setpoint/contract';
import { type BatchOutcome, SetpointError } from '../setpoint-error.ts';

/** How to reach a service. */
export interface Endpoint {
  /** The base address, such as `http://127.0.0.1:8080`. */
  readonly url: string;
  /** Longest wait for an answer; 30 s when left out. */
  readonly timeoutMs?: number;
  /** Another `fetch`, such as one with an agent of its own. */
  readonly fetch?: typeof globalThis.fetch;
}

export interface OutgoingRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** An answer with a 2xx status. */
export interface Answer {
  /** The parsed JSON; undefined when the body is empty. */
  readonly body: unknown;
  readonly headers: Headers;
}

const TIMEOUT_MS = 30_000;

/** Sends one request; whatever is not a 2xx is thrown as a `SetpointError`. */
export async function sendRequest(endpoint: Endpoint, request: OutgoingRequest): Promise<Answer> {
  const { response, text } = await exchange(endpoint, request);
  const body = parse(text);
  if (response.ok && body !== NOT_JSON) return { body, headers: response.headers };
  throw failure(response, body === NOT_JSON ? undefined : body);
}

async function exchange({ url, timeoutMs = TIMEOUT_MS, fetch = globalThis.fetch }: Endpoint, request: OutgoingRequest) {
  const { method, path, headers = {}, body } = request;
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(url.replace(/\/+$/, '') + path, {
      method,
      headers: { accept: 'application/json', ...headers },
      redirect: 'error',
      signal,
      ...(body === undefined ? {} : { body }),
    });
    return { response, text: await response.text() };
  } catch (cause) {
    throw noAnswer(url, cause);
  }
}

export function noAnswer(url: string, cause: unknown): SetpointError {
  const isTimeout = cause instanceof Error && cause.name === 'TimeoutError';
  const message = isTimeout ? `${url} did not answer in time` : `nothing answers at ${url}`;
  const code = isTimeout ? 'timeout' : 'unreachable';
  return new SetpointError({ status: 0, code, message, requestId: undefined }, { cause });
}

const NOT_JSON = Symbol('not JSON');

function parse(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}

/** What an answer that is no success means, with its body. */
export async function failureOf(response: Response): Promise<SetpointError> {
  const body = parse(await response.text());
  return failure(response, body === NOT_JSON ? undefined : body);
}

// The token endpoint calls its sentence `error_description`.
interface ErrorBody {
  readonly error?: unknown;
  readonly message?: unknown;
  readonly error_description?: unknown;
}

function failure({ status, headers }: Response, body: unknown): SetpointError {
  const { error, message, error_description: description }: ErrorBody = isObject(body) ? body : {};
  const sentence = message ?? description;
  return new SetpointError({
    status,
    code: typeof error === 'string' ? error : 'unexpected_answer',
    message: typeof sentence === 'string' ? sentence : `unexpected answer with status ${status}`,
    requestId: headers.get(HEADERS.requestId) ?? undefined,
    batchOutcome: outcomeOf(headers.get(HEADERS.batchOutcome)),
  });
}

function outcomeOf(text: string | null): BatchOutcome | undefined {
  return text === 'not-applied' || text === 'unknown' ? text : undefined;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
