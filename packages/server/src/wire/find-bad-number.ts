import { endOfText, QUOTE } from './scan-json.ts';

// What programs write for a number that they do not have.
const WORDS = ['NaN', '-Infinity', 'Infinity', 'None', 'undefined', 'nan'].map((word) => ({
  word,
  bytes: Buffer.from(word),
}));

const STARTS = new Set(WORDS.map(({ bytes }) => bytes[0]));

/** The first of the words that stand for numbers elsewhere and not in JSON, outside of texts. */
export function findBadNumber(bytes: Buffer): { readonly at: number; readonly word: string } | undefined {
  for (let at = 0; at < bytes.length; at += 1) {
    if (bytes[at] === QUOTE) at = endOfText(bytes, at);
    else if (STARTS.has(bytes[at] ?? 0)) {
      const found = WORDS.find((one) => bytes.subarray(at, at + one.bytes.length).equals(one.bytes));
      if (found !== undefined) return { at, word: found.word };
    }
  }
  return undefined;
}
