import type { Buffer } from 'node:buffer';
import { connect } from 'node:net';
import { ResponseScanner } from '../load/response-scanner.ts';

export interface SlowReader {
  isReading: () => boolean;
  /** Takes the rest at full speed; rejects unless the whole answer was the expected one. */
  finish: () => Promise<void>;
}

const SIP_BYTES = 32 * 1024;
const SIP_EVERY_MS = 50;

/** GETs a URL and takes a sip of the answer now and then, so that the rest waits in the server. */
export function readSlowly(request: { url: URL; headers: Record<string, string>; expected: Buffer }): SlowReader {
  const { url, expected } = request;
  let received = 0;
  let same = true;
  const whole = Promise.withResolvers<void>();
  const scanner = new ResponseScanner({
    onBody: (bytes) => {
      same &&= bytes.equals(expected.subarray(received, received + bytes.length));
      received += bytes.length;
    },
    onEnd: (status) => {
      clearInterval(sips);
      socket.destroy();
      if (status === 200 && same && received === expected.length) whole.resolve();
      else whole.reject(new Error(`a slow reader got status ${status} and ${received} bytes, same: ${same}`));
    },
  });
  // Handled here at once, awaited in finish.
  whole.promise.catch(() => undefined);

  const socket = connect({ host: url.hostname, port: Number(url.port) });
  const lines = Object.entries({ host: url.host, ...request.headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET ${url.pathname} HTTP/1.1\r\n${lines.join('')}\r\n`);
  socket.on('error', whole.reject);
  socket.on('close', () => whole.reject(new Error('the server cut a slow reader off')));
  socket.pause();
  const sips = setInterval(() => {
    const sip = (socket.read(SIP_BYTES) ?? socket.read()) as Buffer | null;
    if (sip) scanner.push(sip);
  }, SIP_EVERY_MS);

  return {
    isReading: () => received < expected.length && !socket.destroyed,
    finish: () => {
      clearInterval(sips);
      socket.on('data', (bytes: Buffer) => scanner.push(bytes));
      socket.resume();
      return whole.promise;
    },
  };
}
