import { SetpointError } from '@setpoint/client';
import { baseUrl } from '@setpoint/contract';

const TIMEOUT_MS = 30_000;

export interface SessionRequest {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly path: string;
  readonly secret?: string;
  readonly body?: object;
}

/** Asks the service for what belongs to a sign-in of the command line. Any answer but a 2xx is thrown. */
export async function askSession<Answer>(url: string, asked: SessionRequest): Promise<Answer> {
  const { method = 'POST', path, secret, body } = asked;
  const response = await reach(url, () =>
    fetch(baseUrl(url) + path, {
      method,
      headers: {
        accept: 'application/json',
        ...(secret === undefined ? {} : { authorization: `Bearer ${secret}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    }),
  );
  const text = await reach(url, () => response.text());
  const answer = parsed(text);
  if (response.ok && answer !== NOT_JSON) return answer as Answer;
  throw failureOf(response, answer);
}

async function reach<Result>(url: string, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (cause) {
    const isTimeout = cause instanceof Error && cause.name === 'TimeoutError';
    const message = isTimeout ? `${url} did not answer in time` : `nothing answers at ${url}`;
    const code = isTimeout ? 'timeout' : 'unreachable';
    throw new SetpointError({ status: 0, code, message, requestId: undefined }, { cause });
  }
}

function failureOf({ status, headers }: Response, answer: unknown): SetpointError {
  const { error, message } = (answer ?? {}) as { readonly error?: unknown; readonly message?: unknown };
  const requestId = headers.get('x-request-id') ?? undefined;
  if (typeof error === 'string' && typeof message === 'string') {
    return new SetpointError({ status, code: error, message, requestId });
  }
  const unexpected = `unexpected answer with status ${status}`;
  return new SetpointError({ status, code: 'unexpected_answer', message: unexpected, requestId });
}

const NOT_JSON = Symbol('not JSON');

function parsed(text: string): unknown {
  if (text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return NOT_JSON;
  }
}
