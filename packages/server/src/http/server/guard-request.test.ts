import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from 'vitest';
import { guardRequest } from './guard-request.ts';

/** Of headers such as `Host: a, Accept: b`. */
function refusalOf(headers: string, httpVersion = '1.1'): string | undefined {
  const rawHeaders = headers.split(', ').flatMap((header) => header.split(': '));
  return guardRequest({ rawHeaders, httpVersion } as IncomingMessage)?.code;
}

describe('a request', () => {
  it.each([
    ['with one of each header', 'Host: a, Authorization: Bearer x, Transfer-Encoding: chunked', undefined],
    ['with two hosts', 'Host: a, host: a', 'bad_request'],
    ['chunked in capitals', 'Host: a, transfer-encoding: Chunked ', undefined],
    ['packed and chunked', 'Host: a, Transfer-Encoding: gzip,chunked', 'bad_request'],
    ['chunked twice', 'Host: a, Transfer-Encoding: chunked,chunked', 'bad_request'],
    ['with an unknown coding', 'Host: a, Transfer-Encoding: identity', 'bad_request'],
  ])('%s is refused as %s', (_, headers, code) => {
    expect(refusalOf(headers)).toBe(code);
  });

  it('names its host from HTTP/1.1 on', () => {
    expect([refusalOf('Accept: */*'), refusalOf('Accept: */*', '1.0')]).toEqual(['bad_request', undefined]);
  });

  it('has at most a hundred headers', () => {
    const headers = Array.from({ length: 99 }, (_, index) => `x-${index}: `);
    expect(refusalOf(['Host: a', ...headers].join(', '))).toBeUndefined();
    expect(refusalOf(['Host: a', ...headers, 'x: '].join(', '))).toBe('headers_too_large');
  });
});
