import type { PoolId } from '@setpoint/contract';
import { expect, it } from 'vitest';
import type { PoolOrder } from '../plan/lay-orders.ts';
import { clock, drawCommands } from '../../testing/draw-commands.ts';
import { judgeOrder, type OrderJudging } from './judge-order.ts';

const WIDE = { lower: -1_000, upper: 1_000 };
const AT = clock('00:10');
const ORDER: PoolOrder = {
  poolId: 'north' as string as PoolId,
  service: 'afrr',
  sequence: 1,
  watts: 60_000,
  at: AT,
  validUntil: AT + 600_000,
};
const OTHER: PoolOrder = { ...ORDER, service: 'mfrr', watts: 20_000 };

const BOOKED = `grid activePowerkW | 00-01 100
  grid afrrImportBookingkW | 00-01 50
  grid afrrActivationkW | 00-01 10
  grid mfrrImportBookingkW | 00-01 50`;

function judged(more: Partial<OrderJudging>, picture = BOOKED) {
  const { state, because, suppliedKw } = judgeOrder({
    order: ORDER,
    orders: [ORDER],
    recent: more.orders ?? [ORDER],
    commands: drawCommands(picture),
    ratings: { grid: WIDE, bess: WIDE, solar: WIDE },
    measuredKw: 150,
    reportedAt: AT + 61_000,
    powers: [],
    tolerance: { kw: 5, percent: 0, rampSeconds: 60 },
    ...more,
  });
  return [state, because, suppliedKw];
}

// It ended before the last ramp.
const ENDED: PoolOrder = { ...OTHER, at: AT - 60_000, validUntil: AT + 500 };

// A signal each 4 s, each for something else.
const SIGNALS = Array.from({ length: 30 }, (_, count): PoolOrder => {
  const at = AT + 4_000 * count;
  return { ...ORDER, sequence: count, watts: 40_000 + (count % 3) * 1_000, at, validUntil: at + 4_000 };
});
const [LAST = ORDER] = SIGNALS.slice(-1);
const among = (measuredKw: number, orders: readonly PoolOrder[]) => {
  const order = orders.at(-1) ?? ORDER;
  return judged({ order, orders: [order], recent: orders, measuredKw, reportedAt: order.at + 1_000 })[0];
};

it('a site that does nothing is deviating one ramp after the first signal, however fast others follow', () => {
  expect(among(110, SIGNALS.slice(0, 14))).toBe('underway');
  expect(among(110, SIGNALS)).toBe('deviating');
  expect(among(140 + LAST.watts / 1_000 - 40, SIGNALS)).toBe('followed');
});

/** Asked for nothing and for 50 kW in turn, 28 s each; a report each 10 s of what the site does. */
function swinging(powerAt: (askedKw: (ms: number) => number, ms: number) => number, percent = 0) {
  const swings = Array.from({ length: 20 }, (_swing, count): PoolOrder => {
    const at = AT + 28_000 * count;
    return { ...ORDER, sequence: count, watts: (count % 2) * 50_000, at, validUntil: at + 28_000 };
  });
  const askedKw = (ms: number) => (swings.find(({ validUntil }) => validUntil > ms)?.watts ?? 0) / 1_000;
  const states = Array.from({ length: 12 }, (_report, count) => {
    const reportedAt = AT + 300_000 + count * 10_000;
    const order = swings.find(({ validUntil }) => validUntil > reportedAt) ?? ORDER;
    const powers = Array.from({ length: 7 }, (_power, index) => {
      const atMs = reportedAt - (6 - index) * 10_000;
      return { atMs, powerKw: 100 + powerAt(askedKw, atMs) };
    });
    const measuredKw = powers.at(-1)?.powerKw ?? 0;
    const picture = 'grid activePowerkW | 00-01 100\n  grid afrrImportBookingkW | 00-01 50';
    const tolerance = { kw: 5, percent, rampSeconds: 60 };
    return judged({ order, orders: [order], recent: swings, reportedAt, powers, measuredKw, tolerance }, picture)[0];
  });
  return new Set(states);
}

it.each<[string, string[], Parameters<typeof swinging>[0]]>([
  ['stands at nothing', ['deviating'], () => 0],
  ['stands at all of it', ['deviating'], () => 50],
  ['stands halfway', ['deviating'], () => 25],
  ['follows at once', ['followed'], (askedKw, ms) => askedKw(ms)],
  ['gives 60 % of it', ['followed', 'underway'], (askedKw, ms) => 0.6 * askedKw(ms)],
  ['follows 20 s late', ['followed', 'underway'], (askedKw, ms) => askedKw(ms - 20_000)],
])('under a signal that swings, a site that %s is %j', (_name, states, powerAt) => {
  expect(swinging(powerAt)).toEqual(new Set(states));
});

it('misses nothing of a pulse that is shorter than its ramp, and all of an order that lasts', () => {
  const pulse: PoolOrder = { ...ORDER, validUntil: AT + 15_000 };
  const after: PoolOrder = { ...ORDER, watts: 0, at: AT + 15_000 };
  const powers = [0, 1, 2, 3, 4, 5].map((ten) => ({ atMs: AT + 70_000 + ten * 10_000, powerKw: 100 }));
  const missedOf = (orders: readonly PoolOrder[], reportedAt = AT + 120_000) => {
    const order = orders.at(-1) ?? ORDER;
    const by = { order, orders: [order], recent: orders, reportedAt, powers, measuredKw: 100 };
    const ratings = { grid: WIDE, bess: WIDE, solar: WIDE };
    const tolerance = { kw: 5, percent: 5, rampSeconds: 60 };
    return judgeOrder({ ...by, commands: drawCommands(BOOKED), ratings, tolerance }).missed?.kW;
  };
  expect([missedOf([pulse, after]), missedOf([ORDER])]).toEqual([0, 50]);
});

it('of a site whose tolerance is more than all that is asked, it is seen whether it moves', () => {
  expect(swinging(() => 0, 60)).toEqual(new Set(['deviating']));
  expect(swinging((askedKw, ms) => askedKw(ms - 20_000), 60)).toEqual(new Set(['followed']));
});

// Of 940 kW, 5 % are more than half of what was ordered.
const large = (powers: readonly number[]) =>
  judged(
    {
      measuredKw: powers.at(-1) ?? 0,
      reportedAt: AT + 130_000,
      powers: powers.map((powerKw, index) => ({
        atMs: AT + (130 - 10 * (powers.length - 1 - index)) * 1_000,
        powerKw,
      })),
      tolerance: { kw: 5, percent: 5, rampSeconds: 60 },
    },
    `grid activePowerkW | 00-01 900\n  grid afrrImportBookingkW | 00-01 40`,
  )[0];

it.each<[string, string, number[]]>([
  ['nothing of a small order', 'deviating', [900, 900, 900, 900, 900, 900]],
  ['most of it', 'followed', [935, 935, 935, 935, 935, 935]],
  ['nothing, by too few reports', 'followed', [900, 900, 900, 900]],
  ['half of it, as far as its noise shows', 'followed', [940, 900, 940, 900, 940, 900]],
])('a large site that gives %s is %s', (_name, state, powers) => {
  expect(large(powers)).toBe(state);
});

it.each<[string, unknown[], unknown[]]>([
  ['given as far as it is booked', judged({}), ['followed', null, 40]],
  ['not given once its ramp is over', judged({ measuredKw: 110 }), ['deviating', null, 0]],
  ['on its way until then', judged({ measuredKw: 130, reportedAt: AT + 59_000 }), ['underway', null, 20]],
  ['given too much', judged({ measuredKw: 160 }), ['deviating', null, 50]],
  [
    'given with what the frequency asks for beside it',
    judged({ measuredKw: 158 }, `${BOOKED}\n  grid fcrImportkW | 00-01 10`),
    ['followed', null, 48],
  ],
  [
    'given less what the frequency asks for',
    judged({ measuredKw: 142 }, `${BOOKED}\n  grid fcrExportkW | 00-01 10`),
    ['followed', null, 32],
  ],
  [
    'given but for what is tolerated',
    judged({ measuredKw: 146, powers: [5, 25, 45, 61].map((s) => ({ atMs: AT + s * 1_000, powerKw: 146 })) }),
    ['followed', null, 36],
  ],
  [
    'given, where another has ended on its way',
    judged({ recent: [ORDER, ENDED], measuredKw: 165 }),
    ['deviating', null, 55],
  ],
  ['given beside one of another service', judged({ measuredKw: 170, orders: [ORDER, OTHER] }), ['followed', null, 40]],
  ['unknown where nothing was measured', judged({ measuredKw: null }), ['unknown', 'not_measured', null]],
  ['unknown without a setpoint', judged({}, 'grid afrrImportBookingkW | 00-01 50'), ['unknown', 'no_setpoint', null]],
])('an order is %s', (_name, found, expected) => {
  expect(found).toEqual(expected);
});
