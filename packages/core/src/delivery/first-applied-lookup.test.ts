import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { firstAppliedLookup, neededToAnswer } from './first-applied-lookup.ts';

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

  it('is the same for every version asked for, when only what is needed for them is kept', () => {
    const report = fc.record({ version: fc.nat(12), at: fc.nat(100) });
    const reports = fc.uniqueArray(report, { selector: ({ version }) => version });
    fc.assert(
      fc.property(reports, fc.array(fc.nat(14)), (applied, asked) => {
        const needed = neededToAnswer(applied, asked);
        const kept = applied.filter(({ version }) => needed.has(version));
        expect(kept.length).toBeLessThanOrEqual(new Set(asked).size);
        const [all, few] = [firstAppliedLookup(applied), firstAppliedLookup(kept)];
        for (const version of asked) expect(few(version)).toBe(all(version));
      }),
    );
  });
});
