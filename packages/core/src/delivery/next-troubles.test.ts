import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isClockOff, type KnownTrouble, nextTroubles, type SeenTrouble } from './next-troubles.ts';

const CLOCK: SeenTrouble = { code: 'clock_off', asset: null };
const BESS: SeenTrouble = { code: 'not_measured', asset: 'bess' };
const SOLAR: SeenTrouble = { code: 'not_measured', asset: 'solar' };

test('a trouble begins once, stands while it is seen, and is over a minute later', () => {
  const first = nextTroubles([], [CLOCK, BESS], 1_000);
  expect(first.began).toEqual([CLOCK, BESS].map((one) => ({ ...one, since: 1_000, at: 1_000 })));
  const second = nextTroubles(first.standing, [BESS, SOLAR], 31_000);
  expect([second.began.map(({ asset }) => asset), second.over]).toEqual([['solar'], []]);
  const third = nextTroubles(second.standing, [], 61_000);
  expect([third.began, third.over]).toEqual([[], [{ ...CLOCK, since: 1_000, at: 1_000 }]]);
  expect(third.standing.map(({ asset, since }) => [asset, since])).toEqual([
    ['bess', 1_000],
    ['solar', 31_000],
  ]);
});

test('what comes and goes in any way is told at most twice a minute', () => {
  const looks = fc.array(fc.record({ afterMs: fc.integer({ min: 0, max: 90_000 }), isSeen: fc.boolean() }));
  fc.assert(
    fc.property(looks, (drawn) => {
      let standing: readonly KnownTrouble[] = [];
      let now = 0;
      let told = 0;
      for (const { afterMs, isSeen } of drawn) {
        now += afterMs;
        const next = nextTroubles(standing, isSeen ? [CLOCK] : [], now);
        told += next.began.length + next.over.length;
        ({ standing } = next);
      }
      expect(told).toBeLessThanOrEqual(2 * Math.floor(now / 60_000) + 2);
    }),
  );
});

test.each([
  [null, false],
  [2_000, false],
  [2_001, true],
  [-2_001, true],
])('a clock that is behind by %s ms is off: %s', (offsetMs, isOff) => {
  expect(isClockOff(offsetMs)).toBe(isOff);
});
