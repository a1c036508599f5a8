import fc from 'fast-check';

const FRAGMENTS = [
  '{',
  '}',
  '[',
  ']',
  '"',
  ':',
  ',',
  '\\',
  '\\u',
  '\\u0000',
  '\\ud83d',
  '0',
  '-',
  'e',
  '.',
  ' ',
  '\n',
  '\t',
  '\0',
  'null',
  'true',
  '"a":1,',
  '"value":1,',
  '[[[[[[[[[',
  '\ufeff',
  '\u2028',
  '\u00a0',
  '//',
  '/*',
  '\x1b',
  '\x7f',
].map((text) => Buffer.from(text));

const BROKEN_UTF8 = [[0x80], [0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0xe2, 0x82]].map(
  (bytes) => Buffer.from(bytes),
);

/** One edit of a text: bytes cut out of it, put into it, or both; or only its beginning. */
export function mutateBytes(texts: readonly string[]): fc.Arbitrary<Buffer> {
  const edit = fc.record({
    text: fc.constantFrom(...texts),
    at: fc.double({ min: 0, max: 1, noNaN: true }),
    cut: fc.nat({ max: 6 }),
    put: fc.oneof(
      fc.constantFrom(...FRAGMENTS, ...BROKEN_UTF8),
      fc.uint8Array({ maxLength: 3 }).map((bytes) => Buffer.from(bytes)),
    ),
    isEnd: fc.boolean(),
  });
  return edit.map(({ text, at, cut, put, isEnd }) => {
    const bytes = Buffer.from(text);
    const from = Math.floor(at * (bytes.length + 1));
    return Buffer.concat([bytes.subarray(0, from), put, isEnd && cut === 0 ? Buffer.of() : bytes.subarray(from + cut)]);
  });
}
