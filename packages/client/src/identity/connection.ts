import { type AnswerTo, LIMITS, type MethodAt, type OperationPath } from '@setpoint/contract';
import type { TokenSource } from './token-source.ts';
import { withToken } from './with-token.ts';
import type { Call, CallOf, ListPath } from '../http/call.ts';
import type { Endpoint } from '../http/endpoint.ts';
import { openStream } from '../http/open-stream.ts';
import { type AnyCall, type OutgoingRequest, outgoingRequest } from '../http/outgoing-request.ts';
import { type Answer, sendRequest } from '../http/send-request.ts';

/** Sends requests for one client. Every answer has the type that the operations table gives it. */
export interface Connection {
  /** Sends a request; returns the body of the answer. */
  readonly ask: <Path extends OperationPath, Method extends MethodAt<Path>>(
    call: Call<Path, Method>,
  ) => Promise<AnswerTo<Method, Path>>;
  /** As `ask`, with the headers of the answer. */
  readonly send: <Path extends OperationPath, Method extends MethodAt<Path>>(
    call: Call<Path, Method>,
  ) => Promise<Answer<AnswerTo<Method, Path>>>;
  /** Fetches a list page by page, each page when it is needed. */
  readonly pages: <Path extends ListPath>(listed: CallOf<Path, 'GET'>) => AsyncGenerator<AnswerTo<'GET', Path>>;
  /** Opens an answer that is read while it arrives. */
  readonly open: <Path extends OperationPath>(
    call: CallOf<Path, 'GET'>,
    signal: AbortSignal,
  ) => Promise<AsyncIterable<Uint8Array>>;
}

export function connect(endpoint: Endpoint, tokens: TokenSource): Connection {
  async function send(call: AnyCall): Promise<Answer> {
    const request = outgoingRequest(call);
    return withToken(tokens, (token) => sendRequest(endpoint, authorized(request, token)));
  }

  async function* pages(listed: Omit<AnyCall, 'method'>): AsyncGenerator {
    let cursor: string | undefined;
    do {
      const query = { limit: LIMITS.maxPageSize, ...listed.query, cursor };
      const { body } = await send({ ...listed, method: 'GET', query });
      yield body;
      cursor = nextCursorOf(body);
    } while (cursor !== undefined);
  }

  return typed({
    ask: async (call) => (await send(call)).body,
    send,
    pages,
    open(call, signal) {
      const request = outgoingRequest({ ...call, method: 'GET' });
      return withToken(tokens, (token) => openStream(endpoint, authorized(request, token), signal));
    },
  });
}

interface UntypedConnection {
  readonly ask: (call: AnyCall) => Promise<unknown>;
  readonly send: (call: AnyCall) => Promise<Answer>;
  readonly pages: (listed: Omit<AnyCall, 'method'>) => AsyncGenerator;
  readonly open: (call: Omit<AnyCall, 'method'>, signal: AbortSignal) => Promise<AsyncIterable<Uint8Array>>;
}

// The service is tested against the operations table, so its answers have these types.
function typed(connection: UntypedConnection): Connection {
  return connection as Connection;
}

function authorized(request: OutgoingRequest, token: string): OutgoingRequest {
  return { ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } };
}

function nextCursorOf(page: unknown): string | undefined {
  return (page as { readonly nextCursor: string | null }).nextCursor ?? undefined;
}
