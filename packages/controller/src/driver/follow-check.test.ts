import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { type FollowCheck, followCheck, followTimes } from './follow-check.ts';

const RATINGS = { lowerKw: -100, upperKw: 100 };

interface Story {
  readonly control?: 'setpoint' | 'limit';
  readonly orderKw: (second: number) => number;
  /** What the device measures; undefined where it is not read. */
  readonly powerKw: (second: number) => number | undefined;
  readonly seconds?: number;
  readonly patienceSeconds?: number;
}

/** The first second at which it is told; undefined if it is not. */
function toldAt({ control = 'setpoint', orderKw, powerKw, seconds = 180, ...more }: Story): number | undefined {
  let nowMs = 0;
  const check: FollowCheck = followCheck(control, () => nowMs, followTimes(more.patienceSeconds));
  for (let second = 0; second < seconds; second += 1) {
    nowMs = second * 1_000;
    check.ordered(orderKw(second));
    check.measured(powerKw(second), RATINGS);
    if (check.problem() !== undefined) return second;
  }
  return undefined;
}

const between = (kW: number, otherKw: number, everyS: number) => (second: number) =>
  Math.floor(second / everyS) % 2 === 0 ? kW : otherKw;

describe('a device that does not follow is told within a minute', () => {
  it.each<[string, Story]>([
    ['orders that swing every 10 s', { orderKw: between(80, -80, 10), powerKw: () => 0 }],
    ['orders that come and go every 14 s', { orderKw: between(80, 0, 14), powerKw: () => 0 }],
    ['orders that change every second', { orderKw: between(50, 0, 1), powerKw: () => 0 }],
    ['orders that swing every 10 s, stuck in their midst', { orderKw: between(60, 40, 10), powerKw: () => 50 }],
    ['an order, but for 3 s of every 25', { orderKw: () => 80, powerKw: (s) => (s % 25 < 3 ? 80 : 0) }],
    ['an order that it drops after each write', { orderKw: () => 80, powerKw: (s) => (s % 7 < 5 ? 80 : 0) }],
    ['an order', { orderKw: () => 80, powerKw: () => 0 }],
    ['a limit that comes and goes every 14 s', { control: 'limit', orderKw: between(20, 100, 14), powerKw: () => 90 }],
  ])('%s', (_, story) => {
    expect(toldAt(story)).toBeLessThanOrEqual(60);
  });
});

describe('a device that follows is left in peace', () => {
  it.each<[string, Story]>([
    ['five seconds late', { orderKw: between(80, -80, 10), powerKw: (s) => between(80, -80, 10)(s - 5) }],
    ['thirty seconds late', { orderKw: between(0, 80, 60), powerKw: (s) => (s < 30 ? 0 : between(0, 80, 60)(s - 30)) }],
    ['below its limit', { control: 'limit', orderKw: between(20, 100, 14), powerKw: () => 10 }],
    [
      'fifty seconds behind orders that rise all the time, where it may take two minutes',
      {
        patienceSeconds: 120,
        orderKw: (s) => s / 2 - 100,
        powerKw: (s) => Math.max(0, s - 50) / 2 - 100,
        seconds: 400,
      },
    ],
    [
      'read each half minute, and on its way then',
      { orderKw: between(80, -80, 10), powerKw: (s) => (s === 0 ? 80 : s % 31 === 0 ? 0 : undefined) },
    ],
    ['within its tolerance', { orderKw: () => 50, powerKw: (s) => (s % 2 === 0 ? 54 : 46) }],
  ])('%s', (_, story) => {
    expect(toldAt(story)).toBeUndefined();
  });
});

test('a device with a ramp that reaches each order in time is never told, whatever is ordered', () => {
  const step = fc.record({ kW: fc.integer({ min: -100, max: 100 }), forS: fc.integer({ min: 20, max: 90 }) });
  const steps = fc.array(step, { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 10, max: 40 }), (drawn, rampKw) => {
      const orders = drawn.flatMap(({ kW, forS }) => Array.from({ length: forS }, () => kW));
      let atKw = orders[0] ?? 0;
      const powers = orders.map((kW) => {
        atKw += Math.max(-rampKw, Math.min(rampKw, kW - atKw));
        return atKw;
      });
      const story = { orderKw: (s: number) => orders[s] ?? 0, powerKw: (s: number) => powers[s] ?? 0 };
      expect(toldAt({ ...story, seconds: orders.length })).toBeUndefined();
    }),
  );
});
