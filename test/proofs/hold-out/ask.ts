import { Agent, request } from 'node:https';
import type { World } from './world.ts';

export interface Question {
  readonly method?: string;
  readonly path: string;
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

interface Told {
  /** 0 when there was no answer. */
  readonly status: number;
  readonly text: string;
  /** From `Schedule-Version`; 0 without. */
  readonly version: number;
}

export type Ask = (question: Question) => Promise<Told>;

export interface AskOptions {
  /** 0 for a connection of its own each time. */
  readonly connections?: number;
  readonly localAddress?: string;
  readonly withinMs: number;
  /** Cuts off what is under way. */
  readonly over?: AbortSignal;
  /** Answers are only counted. */
  readonly isForgetful?: boolean;
}

/** Asks the service over HTTPS; never throws. */
export function askAt({ httpsPort: port, cert: ca }: Pick<World, 'httpsPort' | 'cert'>, options: AskOptions): Ask {
  const { connections = 4, withinMs, isForgetful = false, localAddress, over } = options;
  const agent = connections === 0 ? false : new Agent({ keepAlive: true, maxSockets: connections });
  return ({ method = 'GET', path, token, headers = {}, body }) =>
    new Promise((resolve) => {
      const sent = request(
        {
          host: '127.0.0.1',
          ...(localAddress === undefined ? {} : { localAddress }),
          port,
          path,
          method,
          ca,
          agent,
          signal: over === undefined ? AbortSignal.timeout(withinMs) : over,
          headers: {
            ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
            ...(body === undefined
              ? {}
              : { 'Content-Type': 'application/json', 'Content-Length': String(Buffer.byteLength(body)) }),
            ...headers,
          },
        },
        (answer) => {
          let text = '';
          if (isForgetful) answer.resume();
          else answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
          answer.on('end', () =>
            resolve({ status: answer.statusCode ?? 0, text, version: Number(answer.headers['schedule-version'] ?? 0) }),
          );
          answer.on('error', () => resolve({ status: 0, text: 'cut off', version: 0 }));
        },
      );
      sent.on('error', (cause) => resolve({ status: 0, text: cause.message, version: 0 }));
      sent.end(body);
    });
}
