import { beforeAll, describe, expect, it } from 'vitest';
import { askRaw, type RawAnswer } from './ask-raw.ts';
import { startKeptSite } from '../kept-site.ts';
import { startedForTests } from '../../support/service/serve-tests.ts';

const HEALTH = '/api/v1/public/health';
const SITES = '/api/v1/public/sites';
const CLEAR = '{"schedules":[{"asset":"grid","type":"activePowerkW","entries":[]}]}';

// Taken, each of these would clear the kept schedule.
const CHUNK = `${CLEAR.length.toString(16)}\n${CLEAR}\n0\n\n`;

const kept = startedForTests(() => startKeptSite());
let POST = '';
let GET = '';

beforeAll(() => {
  const credential = `Host: a\r\nAuthorization: Bearer ${kept.token}\r\n`;
  GET = `GET ${SITES}/${kept.siteId} HTTP/1.1\r\n${credential}\r\n`;
  POST = `POST ${SITES}/${kept.siteId}/schedules HTTP/1.1\r\n${credential}Content-Type: application/json\r\n`;
});

async function ask(text: string, wanted = 1): Promise<RawAnswer[]> {
  const filled = text
    .replace(/^POST\n/, POST)
    .replaceAll('\n', '\r\n')
    .replaceAll('\r\r', '\r');
  const answers = await askRaw(kept.service.url, { parts: [Buffer.from(filled, 'latin1')], wanted });
  for (const { status, headers, body } of answers) {
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-request-id')).toMatch(/^[\w.:-]+$/);
    if (status < 400) continue;
    expect(headers.get('content-type')).toMatch(/^application\/json/);
    expect(Object.keys(JSON.parse(body) as object)).toEqual(['error', 'message']);
  }
  return answers;
}

const outcome = ({ status, body }: RawAnswer) =>
  body === '' ? [status] : [status, (JSON.parse(body) as { error?: string }).error];
const lines = (count: number) => Array.from({ length: count }, (_, index) => `a${index}: b\n`).join('');

describe('bytes on a connection', () => {
  it.each<[title: string, bytes: string, ...answer: unknown[]]>([
    ['no HTTP', 'hello\n\n', 400, 'bad_request'],
    ['no version', `GET ${HEALTH}\nHost: a\n\n`, 400, 'bad_request'],
    ['version 3', `GET ${HEALTH} HTTP/3.0\nHost: a\n\n`, 400, 'bad_request'],
    ['the beginning of HTTP/2', 'PRI * HTTP/2.0\n\nSM\n\n', 400, 'bad_request'],
    ['the beginning of TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 400, 'bad_request'],
    ['a method in lower case', `get ${HEALTH} HTTP/1.1\nHost: a\n\n`, 400, 'bad_request'],
    ['a method that nobody knows', `JUMP ${HEALTH} HTTP/1.1\nHost: a\n\n`, 400, 'bad_request'],
    ['a method for other services', `PROPFIND ${HEALTH} HTTP/1.1\nHost: a\n\n`, 405, 'method_not_allowed'],
    ['TRACE', `TRACE ${SITES} HTTP/1.1\nHost: a\n\n`, 405, 'method_not_allowed'],
    ['CONNECT', 'CONNECT a:1 HTTP/1.1\nHost: a\n\n', 400, 'bad_request'],
    ['OPTIONS for all', 'OPTIONS * HTTP/1.1\nHost: a\n\n', 404, 'not_found'],
    ['no Host', `GET ${HEALTH} HTTP/1.1\n\n`, 400, 'bad_request'],
    ['no Host in HTTP/1.0', `GET ${HEALTH} HTTP/1.0\n\n`, 204],
    ['two Hosts', `GET ${HEALTH} HTTP/1.1\nHost: a\nHost: b\n\n`, 400, 'bad_request'],
    ['two Authorizations', GETS('Authorization: Bearer a\nAuthorization: Bearer a\n'), 401, 'unauthorized'],
    ['a space before the colon', `GET ${HEALTH} HTTP/1.1\nHost : a\n\n`, 400, 'bad_request'],
    ['a header that goes on below', `GET ${HEALTH} HTTP/1.1\nHost: a\nb: c\n d\n\n`, 400, 'bad_request'],
    ['NUL in a header', `GET ${HEALTH} HTTP/1.1\nHost: a\nb: \0\n\n`, 400, 'bad_request'],
    ['an empty header name', `GET ${HEALTH} HTTP/1.1\nHost: a\n: b\n\n`, 400, 'bad_request'],
    ['101 headers', `GET ${HEALTH} HTTP/1.1\nHost: a\n${lines(100)}\n`, 431, 'headers_too_large'],
    ['3000 headers', `GET ${HEALTH} HTTP/1.1\nHost: a\n${lines(3_000)}\n`, 431, 'headers_too_large'],
    ['a header of 20 KB', `GET ${HEALTH} HTTP/1.1\nHost: a\nb: ${'c'.repeat(20_000)}\n\n`, 431, 'headers_too_large'],
    ['a path of 20 KB', `GET /${'a'.repeat(20_000)} HTTP/1.1\nHost: a\n\n`, 431, 'headers_too_large'],
    ['a path of 10 KB', `GET /${'a'.repeat(10_000)} HTTP/1.1\nHost: a\n\n`, 404, 'not_found'],
    ['an id of 10 KB', `GET ${SITES}/${'a'.repeat(10_000)} HTTP/1.1\nHost: a\n\n`, 401, 'unauthorized'],
    ['NUL in a path', `GET ${HEALTH}\0 HTTP/1.1\nHost: a\n\n`, 400, 'bad_request'],
    ['an unknown expectation', 'POST\nExpect: magic\nContent-Length: 2\n\n{}', 400, 'bad_request'],
    ['a wish to upgrade', `GET ${HEALTH} HTTP/1.1\nHost: a\nConnection: Upgrade\nUpgrade: h2c\n\n`, 204],
    ['a whole address', `GET http://a${HEALTH} HTTP/1.1\nHost: a\n\n`, 204],
    ['a wrong method on a whole address', `PUT http://a${HEALTH} HTTP/1.1\nHost: a\n\n`, 405, 'method_not_allowed'],
    ['a body on GET', `GET ${HEALTH} HTTP/1.1\nHost: a\nContent-Length: 2\n\n{}`, 204],
    ['a percent sign alone', `GET ${SITES}/%zz HTTP/1.1\nHost: a\n\n`, 404, 'not_found'],
    ['percent signs that are no UTF-8', 'GET /%ff%fe HTTP/1.1\nHost: a\n\n', 404, 'not_found'],
    ['dots', `GET ${SITES}/../health HTTP/1.1\nHost: a\n\n`, 404, 'not_found'],
    ['encoded dots', `GET ${SITES}/%2e%2e HTTP/1.1\nHost: a\n\n`, 401, 'unauthorized'],
    ['two slashes', `GET /${HEALTH} HTTP/1.1\nHost: a\n\n`, 404, 'not_found'],
    ['a slash at the end', `GET ${HEALTH}/ HTTP/1.1\nHost: a\n\n`, 404, 'not_found'],
    ['the prototype', 'GET /__proto__ HTTP/1.1\nHost: a\n\n', 404, 'not_found'],
    ['both lengths', `POST\nContent-Length: 6\nTransfer-Encoding: chunked\n\n${CHUNK}`, 400, 'bad_request'],
    ['two lengths', 'POST\nContent-Length: 2\nContent-Length: 3\n\n{}', 400, 'bad_request'],
    ['a list of lengths', 'POST\nContent-Length: 2, 2\n\n{}', 400, 'bad_request'],
    ['a negative length', 'POST\nContent-Length: -1\n\n', 400, 'bad_request'],
    ['a length in hex', 'POST\nContent-Length: 0x10\n\n', 400, 'bad_request'],
    ['an endless length', `POST\nContent-Length: ${'9'.repeat(30)}\n\n`, 400, 'bad_request'],
    ['a length of 4 TB', 'POST\nContent-Length: 4398046511104\n\n', 413, 'payload_too_large'],
    ['a packed body', `POST\nTransfer-Encoding: gzip, chunked\n\n${CHUNK}`, 400, 'bad_request'],
    ['chunked twice', `POST\nTransfer-Encoding: chunked, chunked\n\n${CHUNK}`, 400, 'bad_request'],
    [
      'a coding of which chunked is not the last',
      `POST\nTransfer-Encoding: chunked, gzip\n\n${CHUNK}`,
      400,
      'bad_request',
    ],
    ['a chunk of no size', `POST\nTransfer-Encoding: chunked\n\nzz\n${CLEAR}\n0\n\n`, 400, 'bad_request'],
    ['a chunk of a negative size', 'POST\nTransfer-Encoding: chunked\n\n-1\n\n', 400, 'bad_request'],
    ['a chunk longer than it says', `POST\nTransfer-Encoding: chunked\n\n3\n${CLEAR}\n0\n\n`, 400, 'bad_request'],
  ])('with %s are answered in our words', async (_, bytes, ...answer) => {
    const [first] = await ask(bytes);
    expect(first === undefined ? 'closed without an answer' : outcome(first)).toEqual(answer);
  });

  it('hold no second request behind a length', async () => {
    const hidden = `${POST}Content-Length: ${CLEAR.length}\r\n\r\n${CLEAR}`;
    const answers = await askRaw(kept.service.url, {
      parts: [`${POST}Content-Length: ${hidden.length}\r\n\r\n${hidden}${GET}`],
      wanted: 2,
    });
    expect(answers.map(({ status }) => status)).toEqual([400, 200]);
  });

  it.each([
    ['by a line break', 'x\\r\\nSet-Cookie: a=b'],
    ['by a line feed', 'x\\nSet-Cookie: a=b'],
    ['in letters of other alphabets', 'x\u010d\u010aSet-Cookie: a=b'],
  ])('inject no header %s', async (_, id) => {
    const bytes = Buffer.from(`GET ${HEALTH} HTTP/1.1\r\nHost: a\r\nX-Request-Id: ${id}\r\n\r\n`);
    const [first] = await askRaw(kept.service.url, { parts: [bytes] });
    expect(first?.headers.has('set-cookie')).toBe(false);
    expect(first?.headers.get('x-request-id') ?? 'none').not.toContain('Set-Cookie');
  });

  it('that are no request never take the place of an answer before them', async () => {
    const rejected = `${POST}Content-Length: 2\r\n\r\n{}`;
    const answers = await ask(`${GET}${rejected}${GET}garbage\r\n\r\n`, 4);
    expect(answers.map(({ status }) => status)).toEqual([200, 400, 200, 400]);
    expect(answers.at(-1)?.headers.get('connection')).toBe('close');
  });

  it('that end in the middle of a body change nothing', async () => {
    const head = `${POST}Content-Length: ${CLEAR.length}\r\n\r\n`;
    for (const cut of [0, 1, CLEAR.length - 1]) {
      const parts = [head + CLEAR.slice(0, cut)];
      await askRaw(kept.service.url, { parts, wanted: 0 });
      await kept.expectUntouched();
    }
  });

  it('left behind a schedule that nobody touched', () => kept.expectUntouched());
});

function GETS(headers: string): string {
  return `GET ${SITES} HTTP/1.1\nHost: a\n${headers}\n`;
}
