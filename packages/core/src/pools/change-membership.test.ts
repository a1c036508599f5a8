import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { changeMembership, type Membership } from './change-membership.ts';

const NEVER = Number.MAX_SAFE_INTEGER;

function member(from: number, to: number, rank = 0): Membership {
  return { from, to, rank, role: 'primary', rampKwPerSecond: null };
}

function changed(known: readonly Membership[], wanted: readonly Membership[], now: number) {
  const { ended, begun } = changeMembership(known, wanted, now);
  const brief = ({ from, to, rank }: Membership) => [from, to, rank];
  return { ended: ended.map(brief), begun: begun.map(brief) };
}

describe('a membership', () => {
  it.each<[string, Membership[], Membership[], number[][], number[][]]>([
    ['begins now, though it is wanted from before', [], [member(0, NEVER)], [], [[50, NEVER, 0]]],
    ['does not begin in the past', [], [member(10, 20)], [], []],
    ['is not touched by what it already is', [member(0, NEVER)], [member(50, NEVER)], [], []],
    ['ends later than it was to', [member(0, 60)], [member(0, 90)], [[0, 60, 0]], [[0, 90, 0]]],
  ])('%s', (_title, known, wanted, ended, begun) => {
    expect(changed(known, wanted, 50)).toEqual({ ended, begun });
  });

  const stretches = fc
    .uniqueArray(fc.integer({ min: 0, max: 40 }), { minLength: 0, maxLength: 8 })
    .map((ends) => ends.toSorted((one, other) => one - other))
    .chain((ends) =>
      fc.array(fc.integer({ min: 0, max: 1 }), { minLength: 4, maxLength: 4 }).map((ranks) =>
        ends.flatMap((from, index) => {
          const to = ends[index + 1];
          return index % 2 === 1 || to === undefined ? [] : [member(from, to, ranks[index / 2] ?? 0)];
        }),
      ),
    );
  const rankAt = (all: readonly Membership[], at: number) => all.find(({ from, to }) => from <= at && at < to)?.rank;

  it('is what it was before now and what is wanted afterwards, at every instant', () => {
    fc.assert(
      fc.property(stretches, stretches, fc.integer({ min: 0, max: 40 }), (known, wanted, now) => {
        const { ended, begun } = changeMembership(known, wanted, now);
        const after = [...known.filter((stretch) => !ended.includes(stretch)), ...begun];
        for (let at = 0; at <= 40; at += 1) {
          expect([at, rankAt(after, at)]).toEqual([at, rankAt(at < now ? known : wanted, at)]);
        }
        expect(changeMembership(after, wanted, now)).toEqual({ ended: [], begun: [] });
      }),
    );
  });
});
