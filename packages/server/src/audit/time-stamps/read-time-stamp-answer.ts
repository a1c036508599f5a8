import { integerOf, itemsOf, rawOf, readBlock } from './ber-block.ts';

// RFC 3161 §2.4.2: granted, and granted with changes.
const GRANTED = [0n, 1n];

/** The token in the answer of an authority; throws for one that gives none. */
export function readTimeStampAnswer(answer: Uint8Array): Buffer {
  const [info, token] = itemsOf(readBlock(answer));
  const status = integerOf(itemsOf(info)[0]);
  if (!GRANTED.includes(status)) throw new Error(`refuses the time stamp, with status ${status}`);
  if (token === undefined) throw new Error('gives no time stamp');
  return rawOf(token);
}
