import { type Bookings, drawActivation } from './draw-activation.ts';
import { drawSeries, drawSlots } from './draw-slots.ts';
import type { Command, Entry } from './is-schedule-request.ts';
import type { RandomSource } from '@setpoint/server/testing/random-source';
import { type SiteState, applyCommands, entriesOf, pairOf } from './site-state.ts';
import { type Span, spansOf } from './spans-of.ts';
import { spellInstant } from './spell-instant.ts';
import { type SupportedPair, supportedPairs } from './supported-pairs.ts';

type Pair = Pick<SupportedPair, 'asset' | 'type'>;

const themes = ['LimitkW', 'afrr', 'afrr', 'mfrr', 'mfrr', 'fcr', 'bess', 'solar', '', '', '', ''];

const powersByType: Readonly<Record<string, readonly number[]>> = {
  upperLimitkW: [500, 400, 300, 250.125, 200, 100, 0, -100],
  lowerLimitkW: [-500, -400, -300.5, -200, -100, 0, 100, 200],
};

const anyPowers = [-500, -100, -0.1, 0, 0.3, 100, 250, 1e-9, 1e308, -1e308, 5e-324, 9_007_199_254_740_991];

const bookedPowers = [0, 50, 100, 100, 200, 300, 400, 500, 0.1, 0.3, 250.125, 1e-9];

const percentages = [0, 100, 50, 12.5, 99.999, 0.001];

/** Commands as an honest client would send them; most of them are valid against what is set. */
export function drawCommands(source: RandomSource, current: readonly Command[]): readonly Command[] {
  if (current.length > 0 && source.chance(0.06)) {
    return source.shuffle(current).slice(0, Math.min(10, source.between(1, current.length)));
  }
  const pairs = drawPairs(source);
  const settings = pairs.filter((pair) => !isActivation(pair)).map(drawSetting(source));
  const before = new Map(current.map((command) => [pairOf(command), command.entries]));
  // Now and then cut from what was booked before this request, which it may just have replaced.
  const booked = source.chance(0.92) ? applyCommands(before, settings) : before;
  const activations = pairs
    .filter(isActivation)
    .map((pair) => ({ ...pair, entries: drawActivationEntries(source, pair, booked) }));
  return source.shuffle([...settings, ...activations]);
}

function drawPairs(source: RandomSource): readonly Pair[] {
  const theme = source.pick(themes);
  const pool = supportedPairs.filter((pair) => pairOf(pair).includes(theme));
  const keepsBothBess = source.chance(0.02);
  const drawn = source.shuffle(pool).slice(0, Math.min(pool.length, drawCount(source)));
  const firstBess = drawn.find(({ asset }) => asset === 'bess');
  return drawn
    .filter((pair) => keepsBothBess || pair.asset !== 'bess' || pair === firstBess)
    .map(({ asset, type }) => ({ asset, type }));
}

function drawCount(source: RandomSource): number {
  return source.chance(0.9) ? source.between(1, 4) : source.between(5, 10);
}

function isActivation({ type }: Pair): boolean {
  return type.includes('Activation');
}

function drawSetting(source: RandomSource): (pair: Pair) => Command {
  return (pair) => {
    if (source.chance(0.15)) return { ...pair, entries: [] };
    const slots = source.chance(0.015) ? drawSeries(source) : drawSlots(source);
    const values = valuesOf(pair);
    const spans = slots.map((slot) => ({ ...slot, value: source.pick(values) }));
    return { ...pair, entries: spell(source, spans) };
  };
}

function valuesOf(pair: Pair): readonly number[] {
  const range = supportedPairs.find((supported) => pairOf(supported) === pairOf(pair))?.values;
  if (range === 'percent') return percentages;
  if (range === 'notNegative') return bookedPowers;
  return powersByType[pair.type] ?? anyPowers;
}

function drawActivationEntries(source: RandomSource, pair: Pair, booked: SiteState): readonly Entry[] {
  if (source.chance(0.08)) return [];
  // An activation of zero needs no booking.
  const spans = source.chance(0.08)
    ? drawSlots(source).map((slot) => ({ ...slot, value: 0 }))
    : drawActivation(source, bookingsFor(pair, booked));
  return spell(source, spans);
}

function bookingsFor({ type }: Pair, booked: SiteState): Bookings {
  const service = type.slice(0, 4);
  return {
    imports: spansOf(entriesOf(booked, `grid/${service}ImportBookingkW`)),
    exports: spansOf(entriesOf(booked, `grid/${service}ExportBookingkW`)),
  };
}

function spell(source: RandomSource, spans: readonly Span[]): readonly Entry[] {
  const entries = spans.map(({ from, to, value }) => ({
    startAt: spellInstant(source, from),
    endAt: spellInstant(source, to),
    value,
  }));
  return source.chance(0.5) ? entries : source.shuffle(entries);
}
