import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { guardRequest } from './guard-request.ts';

function refusalOf(...headers: [name: string, value: string][]): string | undefined {
  return guardRequest({ rawHeaders: headers.flat(), httpVersion: '1.1' } as IncomingMessage)?.code;
}

describe('a request', () => {
  it.each<[title: string, headers: [string, string][], code: string | undefined]>([
    [
      'with one of each header',
      [
        ['Host', 'a'],
        ['Authorization', 'Bearer x'],
        ['Transfer-Encoding', 'chunked'],
      ],
      undefined,
    ],
    [
      'with two hosts',
      [
        ['Host', 'a'],
        ['host', 'a'],
      ],
      'bad_request',
    ],
    [
      'chunked in capitals',
      [
        ['Host', 'a'],
        ['transfer-encoding', 'Chunked '],
      ],
      undefined,
    ],
    [
      'packed and chunked',
      [
        ['Host', 'a'],
        ['Transfer-Encoding', 'gzip, chunked'],
      ],
      'bad_request',
    ],
    [
      'chunked twice',
      [
        ['Host', 'a'],
        ['Transfer-Encoding', 'chunked, chunked'],
      ],
      'bad_request',
    ],
    [
      'with an unknown coding',
      [
        ['Host', 'a'],
        ['Transfer-Encoding', 'identity'],
      ],
      'bad_request',
    ],
  ])('%s is refused as %s', (_, headers, code) => {
    expect(refusalOf(...headers)).toBe(code);
  });

  it('names its host from HTTP/1.1 on', () => {
    expect(refusalOf(['Accept', '*/*'])).toBe('bad_request');
    expect(guardRequest({ rawHeaders: ['Accept', '*/*'], httpVersion: '1.0' } as IncomingMessage)).toBeUndefined();
  });

  it('has at most a hundred headers', () => {
    const headers = Array.from({ length: 101 }, (_, index): [string, string] => [`x-${index}`, '']);
    expect(refusalOf(['Host', 'a'], ...headers.slice(2))).toBeUndefined();
    expect(refusalOf(...headers)).toBe('headers_too_large');
  });
});
