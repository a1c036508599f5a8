import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packShares, type PackedShare, shareAt, unpackShares } from './pack-shares.ts';

const watts = fc.oneof(fc.integer({ min: -300, max: 300 }), fc.integer({ min: -1e12, max: 1e12 }));

it('shares come back as they were packed, in at most 15 bytes where a member has up to 2 GW', () => {
  const second = fc.oneof(fc.constant(0), watts);
  const share = fc.oneof<fc.Arbitrary<PackedShare>[]>(
    fc.record({
      watts,
      follows: second,
      because: fc.constantFrom(null, 'offline', 'clock', 'rating', 'grid/mfrrExportBookingkW', 'rejected'),
    }),
    fc.record({ watts, follows: fc.constant(0), misses: second, because: fc.constant('deviating') }),
    fc.record({ watts, follows: fc.constant(0), because: fc.constant('ramp') }),
    fc.record({
      watts,
      follows: fc.constant(0),
      misses: watts.filter((one) => one !== 0),
      because: fc.constant('ramp'),
    }),
  );
  fc.assert(
    fc.property(fc.array(share), (shares) => {
      const bytes = packShares(shares);
      expect(unpackShares(bytes)).toEqual(shares);
      expect([...shares, undefined].map((_, place) => shareAt(bytes, place))).toEqual([...shares, undefined]);
    }),
  );
  const large = { watts: -2e9, follows: 2e9, because: 'rating' as const };
  expect(packShares([large]).length).toBeLessThanOrEqual(15);
  expect(packShares([{ watts: 40_000, follows: 0, because: null }])).toHaveLength(4);
});
