import { AppError } from '@setpoint/contract';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { jsonOrThrow } from './parse-json.ts';

const BACKSLASH = '\\';

describe('strict JSON', () => {
  it.each([
    [String.raw`"\ud83d\ude00"`],
    [String.raw`"\\u0000"`],
    ['"\u007f\u0080\u2028"'],
    [`${'['.repeat(8)}${']'.repeat(8)}`],
    ['{"constructor":1,"toString":2,"":3}'],
  ])('%s is read as JSON.parse reads it', (text) => {
    expect(jsonOrThrow(Buffer.from(text))).toEqual(JSON.parse(text));
  });

  it.each([
    ['nothing', ''],
    ['a byte order mark', '\ufeff{}'],
    ['a bare NUL', '"\0"'],
    ['a bracket that closes nothing', `${']'.repeat(20)}${'['.repeat(9)}`],
  ])('%s is not JSON', (_, text) => {
    expect(refusal(Buffer.from(text))).toBe('the body is not JSON');
  });

  it.each([
    ['[1,NaN]', 'NaN at byte 3'],
    ['{"NaN":"\\"NaN","value":-Infinity}', '-Infinity at byte 23'],
    ['[Infinity, 1]', 'Infinity at byte 1'],
    ['{"a":None}', 'None at byte 5'],
  ])('%s is not JSON, and the place is told', (text, place) => {
    expect(refusal(Buffer.from(text))).toBe(`the body is not JSON: ${place} is no JSON number`);
  });

  it.each([
    ['{"a":1,"a":1}'],
    ['{"a":1,"b":2,"a":3}'],
    [`{"a":1,"${BACKSLASH}u0061":2}`],
    ['[{"b":{"a":1,"a":1}}]'],
    ['{"__proto__":1,"__proto__":2}'],
    ['{"":1,"":2}'],
  ])('%s names a key twice', (text) => {
    expect(refusal(Buffer.from(text))).toBe('an object in the body has the same key twice');
  });

  it.each([
    ['["U0000"]'],
    ['["Ud800"]'],
    ['["Udc00Ud800"]'],
    ['["Ud800x"]'],
    ['{"Ud800":1}'],
    ['{"a":{"U0000":1}}'],
    ['[[["xUDFFF"]]]'],
  ])('%s cannot be stored', (text) => {
    const escaped = text.replaceAll('U', `${BACKSLASH}u`);
    expect(refusal(Buffer.from(escaped))).toBe('a string in the body contains U+0000 or half a surrogate pair');
  });

  it.each([
    ['an overlong slash', [0x22, 0xc0, 0xaf, 0x22]],
    ['UTF-16', [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
    ['Latin-1', [0x22, 0xe9, 0x22]],
  ])('%s is not UTF-8', (_, bytes) => {
    expect(refusal(Buffer.from(bytes))).toBe('the body is not UTF-8');
  });

  it('nests eight levels deep and no deeper', () => {
    expect(refusal(Buffer.from(`${'['.repeat(9)}${']'.repeat(9)}`))).toBe('the body is nested deeper than 8 levels');
  });

  it('refuses megabytes of brackets before anything is made of them', () => {
    const parse = vi.spyOn(JSON, 'parse');
    expect(refusal(Buffer.from('['.repeat(4e6)))).toMatch(/nested deeper/);
    expect(parse).not.toHaveBeenCalled();
    parse.mockRestore();
  });

  it('changes no prototype, whatever a key is called', () => {
    const value = jsonOrThrow(Buffer.from('{"__proto__":{"polluted":true}}'));
    expect(Object.keys(value as object)).toEqual(['__proto__']);
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });

  it('answers any bytes with a value or a refusal, and nothing else', () => {
    const nearJson = fc.array(fc.constantFrom(...'{}[]":,\\u0d81e-.tn '.split(''), '"a"', 'null', '\ud83d', '\0'), {
      maxLength: 24,
    });
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array(),
          nearJson.map((parts) => Buffer.from(parts.join(''))),
        ),
        (bytes) => {
          const buffer = Buffer.from(bytes);
          const read = () => jsonOrThrow(buffer);
          try {
            expect(read()).toEqual(JSON.parse(buffer.toString()));
          } catch (error) {
            expect(error).toBeInstanceOf(AppError);
          }
        },
      ),
      { numRuns: 5_000 },
    );
  });
});

function refusal(bytes: Buffer): string {
  try {
    jsonOrThrow(bytes);
  } catch (error) {
    if (error instanceof AppError && error.code === 'bad_request') return error.message;
    throw error;
  }
  return 'it was taken';
}
