import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { at, series } from '../../testing/series.ts';
import { parseInstant } from '../time/parse-instant.ts';
import type { Series } from '../time/series.ts';
import { fitActivation } from './fit-activation.ts';

const hour = (text: string) => parseInstant(at(text));

describe('an activation', () => {
  it.each([
    // import bookings            export bookings   activation                              misfits
    ['00-04: 500, 04-08: 400', '-', '01-05: 300', '-'],
    ['00-04: 500, 04:15-08: 400', '-', '01-05: 300', 'import 04-04:15 needs 300 booked 0'],
    ['00-04: 500, 04-08: 400', '-', '01-05: 450', 'import 04-05 needs 450 booked 400'],
    ['00-04: 500', '-', '01-02: -100', 'export 01-02 needs 100 booked 0'],
    ['00-02: 500', '03-04: 200', '01-02: 300, 02-03: 0, 03-04: -200', '-'],
    ['-', '-', '01-02: 1', 'import 01-02 needs 1 booked 0'],
    ['-', '-', '01-02: 0', '-'],
    ['00-04: 500', '-', '00-04: 500', '-'],
    ['00-04: 500', '-', '00-04: 500.0000001', 'import 00-04 needs 500.0000001 booked 500'],
    ['02-03: 500', '-', '01-04: 500', 'import 01-02 needs 500 booked 0; import 03-04 needs 500 booked 0'],
    ['00-01: 9, 01-02: 1, 02-03: 9', '-', '00-03: 5', 'import 01-02 needs 5 booked 1'],
    ['00-04: 0', '-', '01-02: 7', 'import 01-02 needs 7 booked 0'],
    [
      '01-02: 0, 02-03: 4',
      '-',
      '00-04: 7',
      'import 00-02 needs 7 booked 0; import 02-03 needs 7 booked 4; import 03-04 needs 7 booked 0',
    ],
    ['-', '00-04: 500', '01-02: 500', 'import 01-02 needs 500 booked 0'],
    ['04-08: 9', '-', '01-02: 5, 05-06: 5', 'import 01-02 needs 5 booked 0'],
  ])('over %s (import) and %s (export), %s: %s', (imported, exported, activation, misfits) => {
    const found = fitActivation(series(activation), { import: series(imported), export: series(exported) });
    const wanted = misfits === '-' ? [] : misfits.split('; ').map(readMisfit);
    expect(found).toEqual(wanted.map((misfit) => expect.objectContaining(misfit)));
  });

  it('is told which of its intervals does not fit', () => {
    const found = fitActivation(series('00-01: 1, 01-02: 9, 02-03: 0, 03-04: -1'), {
      import: series('00-04: 5'),
      export: [],
    });
    expect(found.map((misfit) => misfit.intervalIndex)).toEqual([1, 3]);
  });

  it('does not reach over a gap of one millisecond', () => {
    const gap = [
      { startMs: 0, endMs: 99, value: 5 },
      { startMs: 100, endMs: 200, value: 5 },
    ];
    const found = fitActivation([{ startMs: 0, endMs: 200, value: 5 }], { import: gap, export: [] });
    expect(found).toEqual([
      { intervalIndex: 0, direction: 'import', startMs: 99, endMs: 100, neededKw: 5, bookedKw: 0 },
    ]);
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

function readMisfit(text: string) {
  const [direction, range = '', , needed, , booked] = text.split(' ');
  const [from = '', to = ''] = range.split('-');
  return { direction, startMs: hour(from), endMs: hour(to), neededKw: Number(needed), bookedKw: Number(booked) };
}

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
