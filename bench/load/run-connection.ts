import { Buffer } from 'node:buffer';
import { connect, type Socket } from 'node:net';
import type { BodyCheck, ExpectedBody } from './body-check.ts';
import { ResponseScanner } from './response-scanner.ts';

export interface Request {
  bytes: Buffer[];
  /** What the answer's body must be, or undefined when any will do. */
  expected: ExpectedBody | undefined;
}

export interface ConnectionOptions {
  host: string;
  port: number;
  /** The next request, or undefined to close. */
  next: () => Request | undefined;
  onAnswer: (status: number, sameBytes: boolean, elapsedMs: number) => void;
}

const READ_BYTES = 256 * 1024;

/** One keep-alive connection with one request under way; resolves when `next` has no more, rejects when the peer closes first. */
export function runConnection(options: ConnectionOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    let check: BodyCheck | undefined;
    let sentAt = 0;

    const send = (socket: Socket): void => {
      const request = options.next();
      if (request === undefined) {
        resolve();
        socket.destroy();
        return;
      }
      check = request.expected?.();
      sentAt = performance.now();
      socket.cork();
      for (const bytes of request.bytes) socket.write(bytes);
      socket.uncork();
    };

    const scanner = new ResponseScanner({
      onBody: (bytes) => check?.push(bytes),
      onEnd: (status) => {
        const whole = check?.isWhole() ?? true;
        options.onAnswer(status, whole, performance.now() - sentAt);
        send(socket);
      },
    });

    const onread = {
      buffer: Buffer.allocUnsafe(READ_BYTES),
      callback: (length: number, buffer: Uint8Array): boolean => {
        scanner.push(Buffer.from(buffer.buffer, buffer.byteOffset, length));
        return true;
      },
    };
    const socket = connect({ host: options.host, port: options.port, noDelay: true, onread }, () => send(socket));
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('the server closed a connection')));
  });
}
