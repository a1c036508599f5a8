import { Buffer } from 'node:buffer';
import { expect, test } from 'vitest';
import { ResponseScanner } from './response-scanner.ts';

const STREAM = [
  'HTTP/1.1 204 No Content\r\nDate: today\r\n\r\n',
  'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello',
  'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nB\r\n\r\n\r\n\r\n12345\r\n0\r\n\r\n',
  'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\nTrailer: y\r\n\r\n',
  'HTTP/1.1 503 Service Unavailable\r\ncontent-length: 0\r\n\r\n',
].join('');

function scan(stream: string, step: number): [number, string][] {
  const responses: [number, string][] = [];
  let body = '';
  const scanner = new ResponseScanner({
    onBody: (bytes) => {
      body += bytes.toString('latin1');
    },
    onEnd: (status) => {
      responses.push([status, body]);
      body = '';
    },
  });
  const bytes = Buffer.from(stream, 'latin1');
  for (let at = 0; at < bytes.length; at += step) scanner.push(bytes.subarray(at, at + step));
  return responses;
}

test.each([1, 2, 3, 7, 64, 10_000])('responses are cut alike when %i bytes arrive at a time', (step) => {
  expect(scan(STREAM, step)).toEqual([
    [204, ''],
    [200, 'hello'],
    [200, 'abc\r\n\r\n\r\n12345'],
    [200, 'x'],
    [503, ''],
  ]);
});
