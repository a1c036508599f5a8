import type { ServerOptions } from 'node:http';

/** How long connections to an HTTP port may take, in milliseconds. */
export interface HttpTimes {
  /** Until it is encrypted; without TLS, until the first byte. */
  readonly handshake: number;
  /** From the first byte, or the connection, to the last header. */
  readonly headers: number;
  /** To the last byte of the body. */
  readonly request: number;
  /** From an answer to the next request. */
  readonly betweenRequests: number;
  /** Without a byte in either direction, whatever is under way: a reader that reads nothing. */
  readonly silence: number;
  readonly checkedEvery: number;
}

export const HTTP_TIMES: HttpTimes = {
  handshake: 10_000,
  headers: 10_000,
  request: 30_000,
  betweenRequests: 72_000,
  silence: 300_000,
  checkedEvery: 1_000,
};

/** Those of the options of Node's server that Fastify hands on as they are. */
export function serverTimes({ headers, checkedEvery }: HttpTimes): ServerOptions {
  return { headersTimeout: headers, connectionsCheckingInterval: checkedEvery };
}
