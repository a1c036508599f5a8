import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changesBetween } from './changes-between.ts';
import { isSameSituation } from './is-same-situation.ts';
import type { Segment } from './segment.ts';

const NONE = { offset: null, lo: null, hi: null, reserveImport: null, reserveExport: null, because: [], issues: [] };

/** A plan with a target at each instant, as one merges it: `112` is two segments. */
function planOf(targets: readonly number[]): Segment[] {
  const segments: (Segment & { to: number })[] = [];
  targets.forEach((target, at) => {
    const last = segments.at(-1);
    if (last?.target === target) last.to = at + 1;
    else segments.push({ ...NONE, target, from: at, to: at + 1 });
  });
  return segments;
}

function targetsAt(segments: readonly Segment[], at: number): (number | null)[] {
  return segments.filter(({ from, to }) => from <= at && at < to).map(({ target }) => target);
}

describe('what differs between two plans', () => {
  it('is every instant at which they differ, with what each has there', () => {
    const targets = fc.array(fc.nat(2), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(targets, targets, (one, other) => {
        const changes = changesBetween(planOf(one), planOf(other));
        for (let at = 0; at < 12; at += 1) {
          const change = changes.find((each) => each.from <= at && at < each.to);
          expect(change !== undefined).toBe(one[at] !== other[at]);
          if (change !== undefined) {
            expect([targetsAt(change.before, at), targetsAt(change.after, at)]).toEqual([[one[at]], [other[at]]]);
          }
        }
        // Stretches that touch are one.
        expect(changes.slice(1).filter(({ from }, index) => from === changes[index]?.to)).toEqual([]);
        for (const { from, to, before, after } of changes) {
          for (const side of [before, after]) {
            expect([side[0]?.from, side.at(-1)?.to]).toEqual([from, to]);
            for (const [index, part] of side.slice(1).entries()) {
              expect([part.from, isSameSituation(part, side[index] ?? part)]).toEqual([side[index]?.to, false]);
            }
          }
        }
      }),
    );
  });
});
