import { Integer, Sequence } from 'asn1js';
import fc from 'fast-check';
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  hasOpenssl,
  startTimeStampAuthority,
  type TestAuthority,
} from '../../../testing/start-time-stamp-authority.ts';
import { ifThere } from '../../../testing/unless.ts';
import { askTimeStamp } from './ask-time-stamp.ts';
import { readBlock } from './ber-block.ts';
import { certificatesIn } from './certificates-in.ts';
import { readTimeStamp } from './read-time-stamp.ts';
import { readTimeStampAnswer } from './read-time-stamp-answer.ts';
import { timeStampQuery } from './time-stamp-query.ts';
import { STAMPED_WITHIN_MS, verifyTimeStamp } from './verify-time-stamp.ts';

const SEAL = 'eyJhbGciOiJFUzI1NiJ9.eyJzZXF1ZW5jZSI6NDF9.c2lnbmF0dXJl';
const REPLY = 'application/timestamp-reply';

describe('a time stamp', ifThere(hasOpenssl(), 'openssl'), () => {
  let authority: TestAuthority;
  let other: TestAuthority;
  beforeAll(async () => {
    [authority, other] = await Promise.all([startTimeStampAuthority(), startTimeStampAuthority()]);
  });
  afterAll(async () => {
    await Promise.all([authority[Symbol.asyncDispose](), other[Symbol.asyncDispose]()]);
  });

  function ask({ root = authority.root, timeoutMs = 20_000 } = {}) {
    const lookUp = () => Promise.reject(new Error('nothing is looked up'));
    const asked = {
      url: authority.url,
      authorities: certificatesIn(root),
      lookUp,
      signal: AbortSignal.timeout(timeoutMs),
    };
    return askTimeStamp(asked, { text: SEAL, since: Date.now() });
  }

  function reply(response: ServerResponse, body: Uint8Array, type = REPLY) {
    response.setHeader('Content-Type', type).end(body);
  }

  function answerOf(status: number, token?: Buffer): Buffer {
    const given = token === undefined ? [] : [readBlock(token)];
    const info = new Sequence({ value: [new Integer({ value: status })] });
    return Buffer.from(new Sequence({ value: [info, ...given] }).toBER());
  }

  const asItShould = async (query: Buffer, response: ServerResponse) => reply(response, await authority.stamp(query));

  it('of a real authority is good, and says when and by whom', async () => {
    authority.answerWith(asItShould);
    const stamped = await ask();
    expect(stamped.by).toBe('Test time');
    expect(Math.abs(stamped.at - Date.now())).toBeLessThan(60_000);
    const terms = { text: SEAL, since: stamped.at };
    expect(verifyTimeStamp(stamped.token, { ...terms, authorities: certificatesIn(authority.root) })).toMatchObject({
      by: 'Test time',
    });
    expect(verifyTimeStamp(stamped.token, terms)).toMatchObject({ by: 'Test time' });
    expect(verifyTimeStamp(stamped.token, { ...terms, authorities: certificatesIn(other.root) })).toMatch(
      /^is by Test time, whose certificate was not given out/,
    );
    expect(verifyTimeStamp(stamped.token, { ...terms, text: `${SEAL}x` })).toBe('is of something else');
    expect(verifyTimeStamp(stamped.token, { text: SEAL, since: stamped.at + 300_001 })).toMatch(/before there was/);
    const late = stamped.at - STAMPED_WITHIN_MS - 1;
    expect(verifyTimeStamp(stamped.token, { text: SEAL, since: late })).toMatch(/long after the seal$/);
  });

  it('of which any byte was altered is not taken as another one', async () => {
    authority.answerWith(asItShould);
    const stamped = await ask();
    const terms = { text: SEAL, since: stamped.at, authorities: certificatesIn(authority.root) };
    const { at, by, nonce } = stamped;
    const place = fc.tuple(fc.nat(stamped.token.length - 1), fc.integer({ min: 1, max: 255 }));
    fc.assert(
      fc.property(fc.array(place, { minLength: 1, maxLength: 3 }), (places) => {
        const token = Buffer.from(stamped.token);
        for (const [index, mask] of places) token[index] = (token[index] ?? 0) ^ mask;
        const read = verifyTimeStamp(token, terms);
        if (typeof read !== 'string') expect(read).toEqual({ at, by, nonce });
      }),
      { numRuns: 2_000 },
    );
    for (let length = 0; length < stamped.token.length; length += 1) {
      expect(verifyTimeStamp(stamped.token.subarray(0, length), terms)).toEqual(expect.any(String));
    }
  });

  it('is not read from any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(verifyTimeStamp(bytes, { text: SEAL, since: 0 })).toEqual(expect.any(String));
      }),
    );
    const deep = Buffer.alloc(60_000, Buffer.from([0x30, 0x80]));
    expect(verifyTimeStamp(deep, { text: SEAL, since: 0 })).toEqual(expect.any(String));
  });

  type Lie = readonly [string, RegExp, (query: Buffer, response: ServerResponse) => void | Promise<void>];
  const lies: readonly Lie[] = [
    [
      'of something else',
      /is of something else/,
      async (_query, response) => reply(response, await authority.stamp(timeStampQuery('something else', 1n))),
    ],
    [
      'of another question',
      /answers another question/,
      async (_query, response) => reply(response, await authority.stamp(timeStampQuery(SEAL, 1n))),
    ],
    [
      'of another authority',
      /not given out by an authority that is trusted/,
      async (query, response) => reply(response, await other.stamp(query)),
    ],
    [
      'by a key that is not for time stamps',
      /not for time stamps alone/,
      async (query, response) => {
        const { content } = readTimeStamp(readTimeStampAnswer(await authority.stamp(query)));
        reply(response, answerOf(0, await authority.signPlain(content)));
      },
    ],
    [
      'with a wrong signature',
      /wrong signature/,
      async (query, response) => {
        const answer = await authority.stamp(query);
        answer[answer.length - 1] = (answer.at(-1) ?? 0) ^ 1;
        reply(response, answer);
      },
    ],
    ['that is refused', /refuses the time stamp, with status 2/, (_query, response) => reply(response, answerOf(2))],
    ['that is missing', /gives no time stamp/, (_query, response) => reply(response, answerOf(0))],
    ['with a failure', /answers 500/, (_query, response) => void response.writeHead(500).end()],
    [
      'from elsewhere',
      /answers 302/,
      (_query, response) => void response.writeHead(302, { Location: other.url }).end(),
    ],
    [
      'as a page',
      /answers with text\/html/,
      (_query, response) => reply(response, Buffer.from('<p>Sign in</p>'), 'text/html; charset=utf-8'),
    ],
    ['as a megabyte', /more than 65536 bytes/, (_query, response) => reply(response, Buffer.alloc(1_048_576, 0x30))],
    ['as no ASN.1', /./, (_query, response) => reply(response, Buffer.from('granted'))],
    ['without an answer', /aborted|timeout/i, () => undefined],
  ];
  it.each(lies)('%s is not taken: %s', async (_what, found, answer) => {
    authority.answerWith(answer);
    const timeoutMs = found.source.startsWith('aborted') ? 200 : 20_000;
    await expect(ask({ timeoutMs })).rejects.toThrow(found);
  });
});
