import fc from 'fast-check';
import { expect, it } from 'vitest';
import { malformedTexts } from '../../model/malformed-texts.ts';
import { readStrictly } from './read-strictly.ts';

const read = (text: string) => readStrictly(Buffer.from(text));

it('the second opinion reads what JSON.parse reads', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 5 }), (value) => {
      expect(read(JSON.stringify(value, null, 1))).toEqual({ value: JSON.parse(JSON.stringify(value)) });
    }),
  );
});

it.each(malformedTexts.filter((text) => !['null', '5'].includes(text) && !text.includes('1e400')))(
  'the second opinion refuses %j or finds no schedules in it',
  (text) => {
    const found = read(text);
    const { value } = found ?? { value: undefined };
    const keys = typeof value === 'object' && value !== null ? Object.keys(value) : [];
    if (found !== undefined) expect(JSON.stringify(value)).toContain('__proto__');
    else expect(keys).toEqual([]);
  },
);

it('the second opinion goes eight levels deep', () => {
  expect(read(`${'['.repeat(8)}${']'.repeat(8)}`)).toBeDefined();
  expect(read(`${'['.repeat(9)}${']'.repeat(9)}`)).toBeUndefined();
});
