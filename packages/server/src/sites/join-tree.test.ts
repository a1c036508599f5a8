import fc from 'fast-check';
import { expect, it } from 'vitest';
import { joinTree } from './join-tree.ts';
import { splitTree } from './split-tree.ts';

it('gives back every text that was taken apart', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      const text = JSON.stringify(value);
      const { shape, numbers } = splitTree(text);
      expect(joinTree(shape, numbers)).toBe(text);
    }),
  );
});

it.each(['{"name":"a:1,2","x":-1.5e+21}', '{"name":"\\u0001:7","x":[1,{"y":0}]}', '{"a":{}}', '{"a":12}'])(
  '%s is one of them',
  (text) => {
    const { shape, numbers } = splitTree(text);
    expect(joinTree(shape, numbers)).toBe(text);
  },
);

it('names trees alike that differ in numbers alone', () => {
  const of = (kw: number, name: string) => splitTree(JSON.stringify({ name, kw })).shapeHash;
  expect(of(1, 'a')).toBe(of(-2.25e30, 'a'));
  expect(of(1, 'a')).not.toBe(of(1, 'b'));
});
