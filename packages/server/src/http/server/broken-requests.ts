import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import { ERROR_STATUS, type ErrorCode } from '@setpoint/contract';
import type { OwedAnswers } from './owed-answers.ts';

/** Node's parser takes it for a request of another kind. */
export const CONNECT = 'CONNECT';

interface ParserError extends Error {
  readonly code?: string;
}

export interface BrokenRequests {
  readonly owedAnswers: OwedAnswers;
  /** Of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly nameRequest: () => string;
}

/** Answers bytes that never became a request, then closes: what follows on that connection cannot be trusted. */
export function createBrokenRequestAnswer({ owedAnswers, headers, nameRequest }: BrokenRequests) {
  const answered = new WeakSet<Socket>();
  return (error: ParserError, socket: Socket): void => {
    if (answered.has(socket)) return;
    // Before it is encrypted, a connection cannot be answered: an end would wait for that for ever.
    if (error.code === 'ECONNRESET' || error.code === 'ERR_TLS_HANDSHAKE_TIMEOUT' || !socket.writable) {
      socket.destroy(error);
      return;
    }
    answered.add(socket);
    const refusal = refusals[error.code ?? ''] ?? NOT_HTTP;
    // Sent at once, it would be taken for the answer to a request before it that is still at work.
    owedAnswers.whenAnswered(socket, () =>
      socket.end(answerText(refusal, { ...headers, 'X-Request-Id': nameRequest() })),
    );
  };
}

function answerText([code, message]: Refusal, given: Readonly<Record<string, string>>): string {
  const status = ERROR_STATUS[code];
  const body = JSON.stringify({ error: code, message });
  const headers = {
    ...given,
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(body)),
    Connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`;
}

type Refusal = readonly [code: ErrorCode, message: string];

const NOT_HTTP: Refusal = ['bad_request', 'this is not an HTTP/1.1 request'];

const refusals: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'headers may have at most 16 KiB'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'the request did not arrive in time'],
  [CONNECT]: ['bad_request', 'this service is not a proxy'],
};
