import type { Socket } from 'node:net';
import { ERROR_STATUS, type ErrorCode } from '@setpoint/contract';

interface ParserError extends Error {
  readonly code?: string;
}

/** Answers bytes that never became a request, then closes: what follows on that connection cannot be trusted. */
export function answerBrokenRequest(error: ParserError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy(error);
    return;
  }
  const [code, reason, message] = descriptions[error.code ?? ''] ?? NOT_HTTP;
  const body = JSON.stringify({ error: code, message });
  socket.end(
    `HTTP/1.1 ${ERROR_STATUS[code]} ${reason}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
}

type Description = readonly [code: ErrorCode, reason: string, message: string];

const NOT_HTTP: Description = ['bad_request', 'Bad Request', 'this is not an HTTP/1.1 request'];

const descriptions: Readonly<Record<string, Description>> = {
  HPE_HEADER_OVERFLOW: ['headers_too_large', 'Request Header Fields Too Large', 'headers hold at most 16 KiB'],
  ERR_HTTP_REQUEST_TIMEOUT: ['request_timeout', 'Request Timeout', 'the request did not arrive in time'],
};
