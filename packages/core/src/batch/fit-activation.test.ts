import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { series } from '../../testing/series.ts';
import type { Series } from '../time/series.ts';
import { fitActivation } from './fit-activation.ts';

describe('an activation', () => {
  it('is told which of its intervals does not fit', () => {
    const found = fitActivation(series('00-01: 1, 01-02: 9, 02-03: 0, 03-04: -1'), {
      import: series('00-04: 5'),
      export: [],
    });
    expect(found.map((misfit) => misfit.intervalIndex)).toEqual([1, 3]);
  });

  it('fits exactly where it fits at every single instant', () => {
    fc.assert(
      fc.property(anySeries(-3, 3), anySeries(0, 3), anySeries(0, 3), (activation, imported, exported) => {
        const uncovered = new Map<number, string>();
        for (const misfit of fitActivation(activation, { import: imported, export: exported })) {
          for (let ms = misfit.startMs; ms < misfit.endMs; ms += 1) {
            expect(uncovered.has(ms), 'instants are reported once').toBe(false);
            uncovered.set(ms, `${misfit.direction} ${misfit.neededKw} ${misfit.bookedKw}`);
          }
        }
        for (let ms = 0; ms < END_MS; ms += 1) {
          expect(uncovered.get(ms)).toBe(judgeInstant(ms, { activation, imported, exported }));
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

const END_MS = 24;

/** Neighbours may touch or leave gaps; the clock has 24 instants, so that every one can be looked at. */
function anySeries(min: number, max: number): fc.Arbitrary<Series> {
  const piece = fc.record({
    gap: fc.integer({ min: 0, max: 3 }),
    length: fc.integer({ min: 1, max: 6 }),
    value: fc.integer({ min, max }),
  });
  return fc.array(piece, { maxLength: 6 }).map((pieces) => {
    let reachedMs = 0;
    return pieces
      .map(({ gap, length, value }) => {
        const startMs = reachedMs + gap;
        reachedMs = startMs + length;
        return { startMs, endMs: Math.min(reachedMs, END_MS), value };
      })
      .filter(({ startMs, endMs }) => startMs < endMs);
  });
}

interface Judged {
  readonly activation: Series;
  readonly imported: Series;
  readonly exported: Series;
}

function judgeInstant(ms: number, { activation, imported, exported }: Judged): string | undefined {
  const needed = valueAt(activation, ms);
  const booked = valueAt(needed > 0 ? imported : exported, ms);
  if (needed === 0 || Math.abs(needed) <= booked) return undefined;
  return `${needed > 0 ? 'import' : 'export'} ${Math.abs(needed)} ${booked}`;
}

function valueAt(from: Series, ms: number): number {
  return from.find(({ startMs, endMs }) => startMs <= ms && ms < endMs)?.value ?? 0;
}
