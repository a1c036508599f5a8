import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { scanJson } from './scan-json.ts';

const scan = (text: string) => scanJson(Buffer.from(text));

describe('a scan of JSON', () => {
  it.each([
    // text                      keys  has escapes
    ['{}', 0, false],
    ['{"a":1,"b":{"a":2}}', 3, false],
    ['[":",":"]', 0, false],
    ['{"a:b":"c:d"}', 1, false],
    [String.raw`{"\":":1}`, 1, true],
    [String.raw`["\\"]`, 0, true],
    [String.raw`["\\",{"a":1}]`, 1, true],
    [String.raw`["\\\"",{"a":1}]`, 1, true],
    ['"[[[[[[[[[[[["', 0, false],
    ['{"€":"🔌"}', 1, false],
    ['"never closed', 0, false],
    [String.raw`"\ `, 0, true],
    ['', 0, false],
  ])('of %s counts %d keys, escapes: %s', (text, keys, hasEscapes) => {
    expect(scan(text)).toMatchObject({ kind: 'scanned', keys, hasEscapes });
  });

  it('goes eight levels deep and not nine', () => {
    for (const [open, close] of [
      ['[', ']'],
      ['{"a":', '}'],
    ] as const) {
      expect(scan(`${open.repeat(8)}${close.repeat(8)}`).kind).toBe('scanned');
      expect(scan(`${open.repeat(9)}${close.repeat(9)}`).kind).toBe('too_deep');
    }
    expect(scan('['.repeat(1e6)).kind).toBe('too_deep');
  });

  it('ends with the object that opens where it begins', () => {
    const text = Buffer.from('[{"a":[{}],"}":"]"},{"b":1}]');
    expect(scanJson(text, 8, 1)).toMatchObject({ end: 19, keys: 2 });
    expect(scanJson(text, 8, 20)).toMatchObject({ end: 27, keys: 1 });
    expect(scanJson(text, 1, 1).kind).toBe('too_deep');
  });

  it('counts the keys of whatever JSON there is', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 4 }), (text) => {
        const value: unknown = JSON.parse(text);
        const scanned = scan(text);
        // Generated objects have no key twice, so what was parsed has them all.
        if (scanned.kind === 'scanned') expect(scanned.keys).toBe(keysOf(value));
        else expect(depthOf(value)).toBeGreaterThan(8);
      }),
      { numRuns: 2_000 },
    );
  });
});

function keysOf(value: unknown): number {
  let keys = 0;
  JSON.stringify(value, function count(this: unknown, key, item: unknown) {
    if (key !== '' || this !== undefined) keys += Array.isArray(this) ? 0 : 1;
    return item;
  });
  return keys - 1;
}

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}
