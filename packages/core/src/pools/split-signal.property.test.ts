import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Offer, type SignalToSplit, splitSignal } from './split-signal.ts';

const offersArbitrary = fc
  .array(
    fc.record({
      role: fc.constantFrom('primary' as const, 'backup' as const),
      rank: fc.nat(3),
      capacityWatts: fc.oneof(fc.nat(5), fc.nat(2_000_000)),
      ramp: fc.oneof(fc.constant(1), fc.double({ min: 0, max: 1, noNaN: true })),
      storage: fc.option(
        fc.record({
          capacityWh: fc.integer({ min: 1, max: 4_000_000 }),
          filled: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
        { nil: undefined },
      ),
    }),
    { maxLength: 12 },
  )
  .map((members) =>
    members.map(({ role, rank, capacityWatts, ramp, storage }, index): Offer => ({
      siteId: `site ${index}`,
      role,
      rank,
      capacityWatts,
      mostWatts: Math.floor(capacityWatts * ramp),
      storage: storage && { capacityWh: storage.capacityWh, storedWh: storage.capacityWh * storage.filled },
    })),
  );

const signalArbitrary = fc.record({
  watts: fc.oneof(fc.nat(20), fc.nat(12_000_000)),
  direction: fc.constantFrom('import' as const, 'export' as const),
  rule: fc.constantFrom('proportional' as const, 'merit' as const, 'energy' as const),
  enduranceHours: fc.constantFrom(0.25, 1, 4),
});

const RUNS = Number(process.env['SETPOINT_TEST_TICKS'] ?? 3_000);

describe('a signal split among offers', () => {
  it('gives exactly what is asked for, or all that there is, and nobody more than it can', () => {
    fc.assert(
      fc.property(signalArbitrary, offersArbitrary, (signal, offers) => {
        const { watts, shortfallWatts } = splitSignal(signal, offers);
        const most = sumOf(offers.map(({ mostWatts }) => mostWatts));
        expect(sumOf(watts)).toBe(Math.min(signal.watts, most));
        expect(shortfallWatts).toBe(Math.max(0, signal.watts - most));
        for (const [index, share] of watts.entries()) {
          expect(Number.isInteger(share) && share >= 0 && share <= (offers[index]?.mostWatts ?? 0)).toBe(true);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('is within a watt of what a slow search finds', () => {
    fc.assert(
      fc.property(signalArbitrary, offersArbitrary, (signal, offers) => {
        const { watts } = splitSignal(signal, offers);
        for (const [index, wanted] of searchedShares(signal, offers).entries()) {
          expect(Math.abs((watts[index] ?? 0) - wanted)).toBeLessThan(1.01);
        }
      }),
      { numRuns: RUNS },
    );
  });

  it('moves nobody while the same is asked of those who can still give it', () => {
    fc.assert(
      fc.property(
        signalArbitrary,
        offersArbitrary,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true })),
        (signal, offers, extra) => {
          const first = splitSignal(signal, offers);
          fc.pre(first.shortfallWatts === 0);
          const before = new Map(offers.map(({ siteId }, index) => [siteId, first.watts[index] ?? 0]));
          // What each can give changes, but not below what it gives; within a tier everybody keeps what room he had.
          const changed = offers.map((offer, index) => {
            const share = first.watts[index] ?? 0;
            const most =
              share < offer.mostWatts ? share + 1 + Math.floor((extra[index] ?? 1) * offer.mostWatts) : share;
            return { ...offer, capacityWatts: Math.max(most, offer.capacityWatts), mostWatts: most };
          });
          expect(splitSignal({ ...signal, before }, changed)).toEqual(first);
        },
      ),
      { numRuns: RUNS },
    );
  });
});

/** Watt after watt of two kinds of searches by halves, which share no code with the split. */
function searchedShares(signal: SignalToSplit, offers: readonly Offer[]): number[] {
  const shares = offers.map(() => 0);
  const left = { watts: signal.watts };
  const groups = Map.groupBy(offers.keys(), (index) => placeOf(signal, offers[index]));
  for (const key of [...groups.keys()].toSorted()) {
    const members = groups.get(key) ?? [];
    const givenAt = (depth: number) => members.map((index) => givenBy(signal, offers[index], depth));
    const wanted = Math.min(left.watts, sumOf(members.map((index) => offers[index]?.mostWatts ?? 0)));
    let [low, high] = [-1, 1e9];
    for (let halving = 0; halving < 200; halving += 1) {
      const middle = (low + high) / 2;
      if (sumOf(givenAt(middle)) < wanted) low = middle;
      else high = middle;
    }
    for (const [at, given] of givenAt(high).entries()) shares[members[at] ?? 0] = given;
    left.watts -= wanted;
  }
  return shares;
}

function placeOf({ rule }: SignalToSplit, offer: Offer | undefined): string {
  const place = rule === 'merit' ? offer?.rank : rule === 'energy' && offer?.storage === undefined ? 1 : 0;
  return `${offer?.role === 'primary' ? 0 : 1} ${place}`;
}

/** What one gives at a depth: of weight where powers are in proportion, of level where charges meet. */
function givenBy(signal: SignalToSplit, offer: Offer | undefined, depth: number): number {
  if (offer === undefined) return 0;
  const { capacityWatts, mostWatts, storage } = offer;
  if (signal.rule !== 'energy' || storage === undefined) return Math.min(mostWatts, Math.max(0, depth * capacityWatts));
  const filled = storage.storedWh / storage.capacityWh;
  const level = signal.direction === 'import' ? filled : 1 - filled;
  return Math.min(mostWatts, Math.max(0, ((depth - level) * storage.capacityWh) / signal.enduranceHours));
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
