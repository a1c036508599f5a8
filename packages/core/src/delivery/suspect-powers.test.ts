import fc from 'fast-check';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { type PowersSoFar, type ReportedPowers, suspectPowers } from './suspect-powers.ts';

const S = 1_000;
const RATED_KW = 100;

type Shown = Pick<ReportedPowers, 'gridKw' | 'bessKw'>;

interface Site {
  /** The seconds of its reports. */
  readonly reports: readonly number[];
  readonly orderKw: (second: number) => number;
  readonly loadKw: (second: number) => number;
  /** What its meters show of what is true. */
  readonly shows?: (isTrue: Shown, second: number) => Shown;
}

/** What is suspected, and at which second first. */
function suspicionOf({ reports, orderKw, loadKw, shows = (isTrue) => isTrue }: Site): [string, number] | undefined {
  let soFar: PowersSoFar | undefined;
  for (const second of reports) {
    const bessKw = orderKw(second);
    const shown = shows({ gridKw: loadKw(second) - bessKw, bessKw }, second);
    let since = second;
    while (since > 0 && orderKw(since - 1) === orderKw(second)) since -= 1;
    const order = { orderKw: orderKw(second), orderSince: since * S };
    soFar = suspectPowers(soFar, { now: second * S, ratedKw: RATED_KW, ...order, ...shown });
    if (soFar.suspected !== null) return [soFar.suspected.reason, second];
  }
  return undefined;
}

const every = (seconds: number, count: number) => Array.from({ length: count }, (_, index) => index * seconds);
/** An order that changes between all reports. */
const swinging = (second: number) => (Math.floor((second + 15) / 30) % 2 === 0 ? 40 : -40);
const noisy = (kW: number) => (second: number) => kW + Math.sin(second * 12.9898) * 2;

test.each<[string, Partial<Site>, string | undefined]>([
  ['that is right', {}, undefined],
  [
    'whose meter stands still to the last digit',
    { shows: ({ bessKw }) => ({ gridKw: 41.25, bessKw }) },
    'power_frozen',
  ],
  [
    'whose meter does not show the storage',
    { shows: ({ bessKw }, at) => ({ gridKw: noisy(60)(at), bessKw: bessKw * 0.99 }) },
    'step_missing',
  ],
  [
    'whose meter has its sign turned',
    { shows: ({ gridKw, bessKw }) => ({ gridKw: -gridKw, bessKw }) },
    'step_reversed',
  ],
  [
    'whose storage shows its order and does nothing',
    { shows: ({ bessKw }, at) => ({ gridKw: noisy(60)(at), bessKw }) },
    'order_echoed',
  ],
])('a site %s is suspected of that alone, within 90 s', (_name, site, reason) => {
  const found = suspicionOf({ reports: every(30, 20), orderKw: swinging, loadKw: noisy(60), ...site });
  expect(found?.[0]).toBe(reason);
  if (reason !== undefined) expect(found?.[1]).toBeLessThanOrEqual(90);
});

test('a meter that stands still is suspected after one step of the storage, and after none it is not', () => {
  const shows = ({ bessKw }: Shown) => ({ gridKw: 40.17, bessKw });
  const site = { reports: every(30, 10), loadKw: noisy(60), shows };
  expect(suspicionOf({ ...site, orderKw: (second) => (second < 45 ? 0 : 20) })).toEqual(['power_frozen', 60]);
  expect(suspicionOf({ ...site, orderKw: () => 20 })).toBeUndefined();
  const coarse = { ...site, shows: ({ bessKw }: Shown) => ({ gridKw: 40, bessKw }) };
  expect(suspicionOf({ ...coarse, orderKw: (second) => (second < 45 ? 0 : 20) })).toBeUndefined();
  expect(suspicionOf({ ...coarse, orderKw: (second) => (second < 45 ? 0 : second < 75 ? 20 : 0) })).toEqual([
    'power_frozen',
    90,
  ]);
});

test('a meter that shows something else in between does not stand still', () => {
  const site = { reports: every(10, 18), orderKw: (second: number) => (second < 45 ? 0 : 20), loadKw: noisy(60) };
  const shownAt = (kW: number) => ({
    ...site,
    shows: ({ bessKw }: Shown, second: number) => ({ gridKw: second % 20 === 0 ? 41.25 : kW, bessKw }),
  });
  expect(suspicionOf(shownAt(41.25))?.[0]).toBe('power_frozen');
  expect(suspicionOf(shownAt(41.37))).toBeUndefined();
});

test('steps that are not shown prove nothing where the load moves about as much by itself', () => {
  const orderKw = (second: number) => (second < 75 ? 0 : swinging(second));
  const site = { reports: every(30, 10), orderKw };
  const hidden = (second: number) => noisy(60)(second) + orderKw(second);
  expect(suspicionOf({ ...site, loadKw: hidden })?.[0]).toBe('order_echoed');
  expect(suspicionOf({ ...site, loadKw: (second) => hidden(second) + (second < 30 ? 0 : 40) })).toBeUndefined();
});

test('steps that are not shown and come seldom prove nothing: a load may make up for them by plan', () => {
  const orderKw = (second: number) => (Math.floor((second + 15) / 90) % 2 === 0 ? 40 : -40);
  const loadKw = (second: number) => noisy(60)(second) + orderKw(second);
  expect(suspicionOf({ reports: every(30, 30), orderKw, loadKw })).toBeUndefined();
});

test('a meter that shows an order a moment after the storage does is right', () => {
  const orderKw = (second: number) => (Math.floor((second + 5) / 30) % 2 === 0 ? 40 : -40);
  const shows = ({ bessKw }: Shown, second: number) => ({ gridKw: noisy(60)(second) - orderKw(second - 10), bessKw });
  expect(suspicionOf({ reports: every(30, 20), orderKw, loadKw: noisy(60), shows })).toBeUndefined();
});

/** What is suspected at last, where orders change 12 s before each report. */
function lastSuspicionOf(reports: readonly (readonly [second: number, gridKw: number, bessKw: number])[], ratedKw = 0) {
  let soFar: PowersSoFar | undefined;
  for (const [second, gridKw, bessKw] of reports) {
    const order = { orderKw: Math.round(bessKw), orderSince: (second - 12) * S };
    soFar = suspectPowers(soFar, { now: second * S, ratedKw, ...order, gridKw, bessKw });
  }
  return soFar?.suspected?.reason;
}

type Step = readonly [gridKw: number, bessKw: number];
const steps = (apart: number, ...shown: readonly Step[]) =>
  shown.map(([gridKw, bessKw], index) => [index * apart, gridKw, bessKw] as const);
const HIDDEN: readonly Step[] = [
  [60.1, 40],
  [60.2, -40],
  [60.3, 40],
  [60.1, -40],
];
const QUIET = Array.from({ length: 20 }, (_, index): Step => [100 + (index % 2) / 10, -40]);

test.each<[string, Parameters<typeof lastSuspicionOf>, string | undefined]>([
  ['a step of 5.5 kW', [steps(30, [41.25, 0], [41.25, 5.5], [41.25, 5.5])], 'power_frozen'],
  ['a step of 4.5 kW', [steps(30, [41.25, 0], [41.25, 4.5], [41.25, 4.5])], undefined],
  ['a step of less than a tenth', [steps(30, [41.25, 0], [41.25, 15], [41.25, 15]), 200], undefined],
  ['less than a minute', [steps(20, [41.25, 0], [41.25, 40], [41.25, 40])], undefined],
  ['two reports', [steps(70, [41.25, 0], [41.25, 40])], undefined],
  ['steps that come and go between reports', [steps(15, ...HIDDEN, ...HIDDEN)], undefined],
  ['three steps', [steps(30, ...HIDDEN)], 'order_echoed'],
  ['two steps', [steps(30, ...HIDDEN.slice(0, 3))], undefined],
  ['a step each minute', [steps(60, ...HIDDEN)], 'order_echoed'],
  ['a load that moved long ago', [steps(30, [60, -40], ...QUIET, ...HIDDEN)], 'order_echoed'],
  ['a load that moves by a fifth', [steps(30, [45, -40], [60, -40], ...HIDDEN)], 'order_echoed'],
  ['a third of each step', [steps(30, [60, 40], [84, -40], [60, 40], [84.1, -40])], 'order_echoed'],
  ['two steps by the order and one beside it', [steps(30, ...HIDDEN.slice(0, 3), [60.1, -40.4])], 'step_missing'],
  ['half a step after three', [steps(30, ...HIDDEN, [20, 40])], 'order_echoed'],
])('%s shows as much as it proves', (_name, reports, reason) => {
  expect(lastSuspicionOf(...reports)).toBe(reason);
});

test('steps that are not shown, now in one way and now in the other, prove nothing', () => {
  let soFar: PowersSoFar | undefined;
  for (const [step, gridKw] of [60.1, 60.2, 140.1, 140.2, 220.1, 220.2].entries()) {
    const bessKw = step % 2 === 0 ? 40 : -40;
    const order = { orderKw: bessKw, orderSince: 0 };
    soFar = suspectPowers(soFar, { now: step * 30 * S, ratedKw: RATED_KW, ...order, gridKw, bessKw });
    expect(soFar.suspected).toBeNull();
  }
});

describe('a suspicion', () => {
  let isBroken: boolean;
  let soFar: PowersSoFar | undefined;

  beforeEach(() => {
    [isBroken, soFar] = [true, undefined];
    for (const second of every(30, 4)) report(second, swinging(second));
    expect(report(120, -40)).toBe('order_echoed');
  });

  it('ends with the first step that is shown', () => {
    isBroken = false;
    expect(report(150, 0)).toBe('order_echoed');
    expect(report(180, 40)).toBeUndefined();
  });

  it('stands for ten minutes without a step', () => {
    const reasons = every(30, 19).map((second) => report(150 + second, -40));
    expect(reasons).toEqual([...Array.from({ length: 18 }, () => 'order_echoed'), undefined]);
  });

  function report(second: number, bessKw: number) {
    const gridKw = noisy(60)(second) - (isBroken ? 0 : bessKw);
    const order = { orderKw: bessKw, orderSince: 0 };
    soFar = suspectPowers(soFar, { now: second * S, ratedKw: RATED_KW, ...order, gridKw, bessKw });
    return soFar.suspected?.reason;
  }
});

/** Loads that wander and step, meters of any resolution that lag, storages that follow nearly, reports at any pace. */
const plausible = fc.record({
  seed: fc.integer(),
  loadKw: fc.integer({ min: 0, max: 500 }),
  wanderKw: fc.double({ min: 0, max: 30, noNaN: true }),
  loadSteps: fc.array(fc.record({ at: fc.integer({ min: 0, max: 900 }), kW: fc.integer({ min: -150, max: 150 }) }), {
    maxLength: 30,
  }),
  orders: fc.array(fc.record({ at: fc.integer({ min: 0, max: 900 }), kW: fc.integer({ min: -100, max: 100 }) }), {
    minLength: 1,
    maxLength: 40,
  }),
  resolutionKw: fc.constantFrom(0, 0.001, 0.1, 1),
  gridLagS: fc.integer({ min: 0, max: 3 }),
  rampKwPerS: fc.constantFrom(1, 5, 100),
  noiseKw: fc.double({ min: 0.01, max: 2, noNaN: true }),
  paceS: fc.constantFrom(4, 10, 30, 30, 30),
});

test('no site that tells the truth is suspected, whatever its load does', () => {
  fc.assert(
    fc.property(plausible, (drawn) => {
      const { orders, loadSteps, resolutionKw, gridLagS, rampKwPerS, noiseKw, paceS } = drawn;
      const random = randomOf(drawn.seed);
      let [bessKw, wanderKw] = [0, 0];
      const truth: Shown[] = [];
      const asked: number[] = [];
      for (let second = 0; second < 900; second += 1) {
        const orderKw = orders.filter(({ at }) => at <= second).reduce((_, { kW }) => kW, 0);
        bessKw += Math.max(-rampKwPerS, Math.min(rampKwPerS, orderKw - bessKw));
        wanderKw += (random() - 0.5) * drawn.wanderKw * 0.2;
        const stepsKw = loadSteps.reduce((sum, { at, kW }) => sum + (at <= second ? kW : 0), 0);
        asked.push(orderKw);
        truth.push({ gridKw: drawn.loadKw + wanderKw + stepsKw - bessKw, bessKw });
      }
      const measured = (kW: number) => {
        const shown = kW + (random() - 0.5) * noiseKw;
        return resolutionKw === 0 ? shown : Math.round(shown / resolutionKw) * resolutionKw;
      };
      const at = (second: number): Shown => truth[Math.max(0, second)] ?? { gridKw: 0, bessKw: 0 };
      const found = suspicionOf({
        reports: every(paceS, Math.floor(900 / paceS)),
        orderKw: (second) => asked[second] ?? 0,
        loadKw: () => 0,
        shows: (_, second) => ({ gridKw: measured(at(second - gridLagS).gridKw), bessKw: measured(at(second).bessKw) }),
      });
      expect(found).toBeUndefined();
    }),
    { numRuns: 2_000, seed: 1 }, // By chance, one in 240,000 such loads looks like a reversed meter.
  );
});

function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 4_294_967_296;
  };
}
