import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstAppliedLookup } from './first-applied.ts';

describe('the first application of a version', () => {
  it('is that of the earliest report of it or of any later one, as a plain search finds it', () => {
    const report = fc.record({ version: fc.nat(12), at: fc.nat(100) });
    fc.assert(
      fc.property(fc.array(report), fc.nat(14), (applied, version) => {
        const times = applied.filter((one) => one.version >= version).map(({ at }) => at);
        expect(firstAppliedLookup(applied)(version)).toBe(times.length === 0 ? null : Math.min(...times));
      }),
    );
  });
});
