import { type AnswerTo, LIMITS, type MethodAt, type OperationPath } from '@setpoint/contract';
import { conditionHeaders, type BatchOptions } from '../http/condition-headers.ts';
import { makeKey } from '../http/make-key.ts';
import { sendRepeatedly } from '../http/send-repeatedly.ts';
import type { TokenSource } from './token-source.ts';
import type { Call, CallOf, ListedAt, ListedIn, ListPath } from '../http/call.ts';
import type { CallOptions } from '../http/call-options.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { openStream } from '../http/open-stream.ts';
import { type AnyCall, CSV, type OutgoingRequest, outgoingRequest } from '../http/outgoing-request.ts';
import { type Answer, sendRequest } from '../http/send-request.ts';
import { sendWithin } from '../http/send-within.ts';
import { SetpointError } from '../setpoint-error.ts';

/** How persistent a client is. */
export interface Persistence {
  /**
   * How often a request is sent at most, if that may help and cannot do harm; 4 if left out. With more than 1, each
   * batch gets an idempotency key of its own.
   */
  readonly tries?: number;
}

/** Sends requests for one client. Every answer has the type that the operations table gives it. */
export interface Connection {
  /** Sends a request; returns the body of the answer. */
  readonly ask: <Path extends OperationPath, Method extends MethodAt<Path>>(
    call: Call<Path, Method>,
    options?: CallOptions,
  ) => Promise<AnswerTo<Method, Path>>;
  /** As `ask`, with the headers of the answer. */
  readonly send: <Path extends OperationPath, Method extends MethodAt<Path>>(
    call: Call<Path, Method>,
    options?: CallOptions,
  ) => Promise<Answer<AnswerTo<Method, Path>>>;
  /** The table in an answer, as CSV. */
  readonly table: <Path extends OperationPath>(call: CallOf<Path, 'GET'>, options?: CallOptions) => Promise<string>;
  /** As `send`, for a batch of schedules with its conditions; it may be sent again under one key. */
  readonly set: <Path extends OperationPath, Method extends MethodAt<Path>>(
    call: Call<Path, Method>,
    conditions: BatchOptions,
  ) => Promise<Answer<AnswerTo<Method, Path>>>;
  /** Fetches a list page by page, each page when it is needed. */
  readonly pages: <Path extends ListPath>(
    listed: CallOf<Path, 'GET'>,
    options?: CallOptions,
  ) => AsyncGenerator<AnswerTo<'GET', Path>>;
  /** As `pages`, what stands under one name in each of them. */
  readonly each: <Path extends ListPath, Name extends ListedIn<Path>>(
    name: Name,
    listed: CallOf<Path, 'GET'>,
    options?: CallOptions,
  ) => AsyncGenerator<ListedAt<Path, Name>>;
  /** Opens an answer that is read while it arrives. */
  readonly open: <Path extends OperationPath>(
    call: CallOf<Path, 'GET'>,
    options: CallOptions,
  ) => Promise<AsyncIterable<Uint8Array>>;
}

const TRIES = 4;

export function connect({ tries = TRIES, ...endpoint }: Endpoint & Persistence, tokens: TokenSource): Connection {
  async function send(call: AnyCall, options: CallOptions = {}, key?: string): Promise<Answer> {
    const request = outgoingRequest(call);
    const isRepeatable = key !== undefined || setsNothingTwice(call);
    const sendOnce = () =>
      sendWithin(endpoint, options, (bounded) =>
        withToken(tokens, (token) => sendRequest(bounded, authorized(request, token))),
      );
    return sendRepeatedly(sendOnce, { tries, isRepeatable, key, signal: options.signal });
  }

  function set(call: AnyCall, { idempotencyKey = tries > 1 ? makeKey() : undefined, ...rest }: BatchOptions) {
    return send({ ...call, headers: conditionHeaders({ ...rest, idempotencyKey }) }, rest, idempotencyKey);
  }

  async function* pages(listed: Omit<AnyCall, 'method'>, options?: CallOptions): AsyncGenerator {
    let cursor: string | undefined;
    do {
      const query = { limit: LIMITS.maxPageSize, ...listed.query, cursor };
      const { body } = await send({ ...listed, method: 'GET', query }, options);
      yield body;
      cursor = nextCursorOf(body);
    } while (cursor !== undefined);
  }

  async function* each(name: string, listed: Omit<AnyCall, 'method'>, options?: CallOptions): AsyncGenerator {
    for await (const page of pages(listed, options)) yield* listIn(page, name);
  }

  return typed({
    ask: async (call, options) => (await send(call, options)).body,
    send: (call, options) => send(call, options),
    table: async (call, options) => (await send({ ...call, method: 'GET', headers: { accept: CSV } }, options)).body,
    set,
    pages,
    each,
    open(call, { signal, timeoutMs }) {
      const request = outgoingRequest({ ...call, method: 'GET' });
      return sendWithin(endpoint, { signal }, (bounded) =>
        withToken(tokens, (token) => openStream({ ...bounded, timeoutMs }, authorized(request, token))),
      );
    },
  });
}

interface UntypedConnection {
  readonly ask: (call: AnyCall, options?: CallOptions) => Promise<unknown>;
  readonly send: (call: AnyCall, options?: CallOptions) => Promise<Answer>;
  readonly table: (call: Omit<AnyCall, 'method'>, options?: CallOptions) => Promise<unknown>;
  readonly set: (call: AnyCall, conditions: BatchOptions) => Promise<Answer>;
  readonly pages: (listed: Omit<AnyCall, 'method'>, options?: CallOptions) => AsyncGenerator;
  readonly each: (name: string, listed: Omit<AnyCall, 'method'>, options?: CallOptions) => AsyncGenerator;
  readonly open: (call: Omit<AnyCall, 'method'>, options: CallOptions) => Promise<AsyncIterable<Uint8Array>>;
}

// The service is tested against the operations table, so its answers have these types.
function typed(connection: UntypedConnection): Connection {
  return connection as Connection;
}

// Reading, and what is the same after one request as after two.
function setsNothingTwice({ method, path }: AnyCall): boolean {
  return /^(?:GET|PUT|DELETE)$/.test(method) || /\/(?:plans|headroom|validate|signal)$/.test(path);
}

function authorized(request: OutgoingRequest, token: string): OutgoingRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}

function listIn(page: unknown, name: string): readonly unknown[] {
  return (page as Readonly<Record<string, readonly unknown[]>>)[name] ?? [];
}

function nextCursorOf(page: unknown): string | undefined {
  return (page as { readonly nextCursor: string | null }).nextCursor ?? undefined;
}

/** Runs a request with a token. If the token is refused, renews it and runs the request once more. */
async function withToken<Result>(tokens: TokenSource, run: (token: string) => Promise<Result>): Promise<Result> {
  const token = await tokens.current();
  try {
    return await run(token);
  } catch (cause) {
    const isRefused = cause instanceof SetpointError && cause.status === 401;
    if (!isRefused || !tokens.discard(token)) throw cause;
  }
  return run(await tokens.current());
}
