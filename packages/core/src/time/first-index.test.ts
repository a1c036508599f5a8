import fc from 'fast-check';
import { expect, it } from 'vitest';
import { firstIndex } from './first-index.ts';

it('the first item that is reached is the one that a look at all of them finds', () => {
  const ordered = fc.array(fc.nat(9)).map((items) => items.toSorted((one, other) => one - other));
  fc.assert(
    fc.property(ordered, fc.nat(10), (items, least) => {
      const found = items.findIndex((item) => item >= least);
      expect(firstIndex(items, (item) => item >= least)).toBe(found === -1 ? items.length : found);
    }),
  );
});
