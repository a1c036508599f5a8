import { SetpointError } from '@setpoint/client';
import { baseUrl } from '@setpoint/contract';
import { CliError } from './cli-error.ts';

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
  throw failureOf(url, response, answer);
}

async function reach<Result>(url: string, ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (cause) {
    // Named here: it may be another address than that of commands.
    const sentence = `${url} does not answer: ${reasonOf(cause)}. Check the address, and whether the service runs there.`;
    throw new CliError('unreachable', sentence, { cause });
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  return cause.cause instanceof Error ? reasonOf(cause.cause) : cause.message;
}

function failureOf(url: string, { status, headers }: Response, answer: unknown): Error {
  const { error, message } = (answer ?? {}) as { readonly error?: unknown; readonly message?: unknown };
  if (typeof error !== 'string' || typeof message !== 'string') {
    return new CliError('unreachable', `The server at ${url} is not Setpoint, or an older one.`);
  }
  return new SetpointError({ status, code: error, message, requestId: headers.get('x-request-id') ?? undefined });
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
