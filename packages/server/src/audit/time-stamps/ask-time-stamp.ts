import { randomBytes, type X509Certificate } from 'node:crypto';
import { askOutside } from '../../http/outside/ask-outside.ts';
import { readBytes } from '../../http/outside/read-bytes.ts';
import type { LookUp } from '../../platform/addresses/create-name-lookup.ts';
import { readTimeStampAnswer } from './read-time-stamp-answer.ts';
import { timeStampQuery } from './time-stamp-query.ts';
import { type GoodTimeStamp, type StampedText, verifyTimeStamp } from './verify-time-stamp.ts';

/** An authority for time stamps, and how it is asked. */
export interface TimeStampAuthority {
  readonly url: string;
  readonly authorities: readonly X509Certificate[];
  readonly lookUp: LookUp;
  /** For all of it. */
  readonly signal: AbortSignal;
}

export interface Stamped extends GoodTimeStamp {
  readonly token: Buffer;
}

// The longest token that is kept: one with its certificates has two to eight thousand bytes.
const MOST_BYTES = 64 * 1_024;
const REPLY = 'application/timestamp-reply';

/** Has a text stamped; throws where the authority gives no good time stamp. */
export async function askTimeStamp(
  { url, authorities, lookUp, signal }: TimeStampAuthority,
  { text, since }: StampedText,
): Promise<Stamped> {
  const nonce = BigInt(`0x${randomBytes(16).toString('hex')}`);
  const body = timeStampQuery(text, nonce);
  const response = await askOutside(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/timestamp-query', 'Content-Length': body.length, Accept: REPLY },
    body,
    agent: false,
    signal,
    lookUp,
  });
  const type = response.headers['content-type']?.split(';')[0]?.trim().toLowerCase();
  const isReply = response.statusCode === 200 && type === REPLY;
  if (!isReply) response.destroy();
  if (response.statusCode !== 200) throw new Error(`the authority answers ${response.statusCode}`);
  if (!isReply) throw new Error(`the authority answers with ${type ?? 'no type'} and no time stamp`);
  const token = readTimeStampAnswer(await readBytes(response, { address: 'the authority', mostBytes: MOST_BYTES }));
  const stamped = verifyTimeStamp(token, { text, since, authorities });
  if (typeof stamped === 'string') throw new Error(`the time stamp ${stamped}`);
  // Without it, an older answer could be given again.
  if (stamped.nonce !== nonce) throw new Error('the time stamp answers another question');
  return { ...stamped, token };
}
