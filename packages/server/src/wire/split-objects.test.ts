import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './parse-json.ts';
import { splitObjects } from './split-objects.ts';

it('tells of a number that JSON does not have with its place in the whole body', () => {
  const parts = [...splitObjects(Buffer.from('{"batches":[{"a":1},{"a":NaN}]}'), 99)];
  expect(parts[1]).toMatchObject({ reason: 'the body is not JSON: NaN at byte 25 is no JSON number' });
});

it('does not read an object of more bytes than one may have', () => {
  const parts = [...splitObjects(Buffer.from('[[{"a":10},{"a":9},{"a":no}]]'), 7)];
  expect(parts).toEqual([{ kind: 'too_large' }, { kind: 'json', value: { a: 9 } }, { kind: 'too_large' }]);
});

const TOO_DEEP = `[[${'{"a":'.repeat(7)}1${'}'.repeat(7)}]]`;

describe('the objects two levels deep', () => {
  it('are read in their order, and leave empty ones behind', () => {
    const text = String.raw`{"a":"[[{\"", "b": [ {"c":{"d":"}"}} , 1,{ } ],"e":[[{"f":1}]]}`;
    expect(split(text)).toEqual({
      kind: 'json',
      objects: [{ c: { d: '}' } }, {}],
      rest: { a: '[[{"', b: [{}, 1, {}], e: [[{ f: 1 }]] },
    });
  });

  it('are refused where the whole is refused, and taken where it is taken', () => {
    const pieces = fc.constantFrom('{', '}', '[', ']', ',', ':', '"a"', '"b"', '1', ' ', '"', '{"a":1}', '[{"b":[]}]');
    const texts = fc.oneof(
      fc.json({ maxDepth: 5 }),
      fc.array(pieces, { maxLength: 9 }).map((some) => `[[${some.join('')}]]`),
      fc.array(pieces, { maxLength: 9 }).map((some) => some.join('')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        expect(split(text).kind).toBe(parseJson(Buffer.from(text)).kind);
      }),
      {
        numRuns: 20_000,
        examples: [[TOO_DEEP], [String.raw`[[{"a":"\ud800"}]]`], ['[[{"a":"1}]]'], ['{"a":[{"a":1}],"a":[]}']],
      },
    );
  });
});

it('lets others go first now and then, however little of it is an object', () => {
  const bytes = Buffer.from(`[${'1,'.repeat(2_000_000)}1]`);
  const parts = [...splitObjects(bytes, 99)];
  expect(parts).toEqual(Array.from({ length: 3 }, () => ({ kind: 'pause' })));
});

function split(text: string) {
  const objects: unknown[] = [];
  const found = splitObjects(Buffer.from(text), Number.POSITIVE_INFINITY);
  let next = found.next();
  for (; next.done !== true; next = found.next()) {
    if (next.value.kind === 'refused') return next.value;
    if (next.value.kind === 'json') objects.push(next.value.value);
  }
  const rest = parseJson(next.value);
  return rest.kind === 'refused' ? rest : { kind: rest.kind, objects, rest: rest.value };
}
