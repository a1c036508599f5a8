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

function shown(segments: readonly Segment[]): string {
  return segments.map(({ from, to, target }) => `${from}-${to}:${target}`).join(' ');
}

function targetsAt(segments: readonly Segment[], at: number): (number | null)[] {
  return segments.filter(({ from, to }) => from <= at && at < to).map(({ target }) => target);
}

function digits(text: string): number[] {
  return text.split('').map(Number);
}

describe('what differs between two plans', () => {
  it.each([
    ['nothing, when they are the same', '1122', '1122', []],
    ['everything, as one stretch', '1122', '3344', ['0-4 | 0-2:1 2-4:2 | 0-2:3 2-4:4']],
    ['a stretch inside of a segment', '11111', '11211', ['2-3 | 2-3:1 | 2-3:2']],
    ['stretches that touch, as one', '112233', '144443', ['1-5 | 1-2:1 2-4:2 4-5:3 | 1-5:4']],
    ['stretches apart, each', '1111', '2112', ['0-1 | 0-1:1 | 0-1:2', '3-4 | 3-4:1 | 3-4:2']],
  ])('is %s', (_fact, before, after, changes) => {
    const found = changesBetween(planOf(digits(before)), planOf(digits(after)));
    expect(found.map(({ from, to, ...sides }) => [`${from}-${to}`, shown(sides.before), shown(sides.after)])).toEqual(
      changes.map((change) => change.split(' | ')),
    );
  });

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
