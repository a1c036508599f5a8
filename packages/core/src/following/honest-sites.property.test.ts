import type { PairName, PoolId, SiteId } from '@setpoint/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { PoolOrder } from '../plan/lay-orders.ts';
import { hiddenMisses, type MemberMissing } from '../pools/hidden-misses.ts';
import { type KnownFollowing, nextDeviation } from '../pools/next-deviation.ts';
import type { Interval } from '../time/series.ts';
import type { Commands } from '../time/values-at.ts';
import { expectedAt } from './expected-at.ts';
import { judgeOrders } from './judge-order.ts';
import { type Away, judgePower } from './judge-power.ts';
import type { TimedPower } from './over-ramp.ts';
import { toleranceKw } from './tolerance.ts';

const SECOND = 1_000;
const RAMP_MS = 60 * SECOND;
const SIGNAL_MS = 4 * SECOND;
const QUARTER_MS = 900 * SECOND;
const LASTS_MS = 3_600 * SECOND;
const BEGIN = Date.UTC(2026, 5, 1);
const TOLERANCE = { kw: 5, percent: 5, rampSeconds: 60 };
const poolId = 'north' as string as PoolId;

/** How a site is made that follows as well as it can. */
const made = fc.record({
  ratedKw: fc.constantFrom(11, 50, 250, 1_000, 4_300),
  /** How much of what is tolerated beside its steps. */
  noise: fc.constantFrom(0, 0.5, 0.9),
  stepKw: fc.constantFrom(0, 1, 10),
  fullRampS: fc.constantFrom(3, 20, 45),
  reactsAfterMs: fc.constantFrom(0, 2_000, 5_000),
  /** How much of what is left it goes in a second; 1 for one that goes by its ramp. */
  nearingShare: fc.constantFrom(1, 0.15),
  reportEveryS: fc.constantFrom(5, 10, 30),
  lostShare: fc.constantFrom(0, 0.2),
  signal: fc.constantFrom('steady', 'swings', 'wanders', 'pulses' as const),
  seed: fc.nat(),
});
type Made = typeof made extends fc.Arbitrary<infer One> ? One : never;

/** Numbers between 0 and 1, by the seed alone. */
function drawing(seed: number) {
  let state = seed + 1;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

function wattsOf({ signal, ratedKw }: Made, draw: () => number): (index: number) => number {
  const mostWatts = 300 * ratedKw;
  const steady = Math.round((draw() - 0.5) * 2 * mostWatts);
  const period = 5 + Math.floor(draw() * 10);
  let wandering = 0;
  return (index) => {
    wandering = Math.max(-mostWatts, Math.min(mostWatts, wandering + (draw() - 0.5) * 0.2 * mostWatts));
    if (signal === 'wanders') return Math.round(wandering);
    if (signal === 'pulses') return index % 50 < 4 ? Math.round(Math.sign(steady) * mostWatts) : Math.round(steady / 8);
    return signal === 'steady' || Math.floor(index / period) % 2 === 0 ? steady : 0;
  };
}

/** A site under a schedule of quarters and a signal each 4 s, for an hour; tells of each report. */
function live(site: Made, onReport: (at: number, powerKw: number) => void, draw = drawing(site.seed)) {
  const quarters = Array.from({ length: LASTS_MS / QUARTER_MS + 1 }, (_, index) => {
    const startMs = BEGIN + index * QUARTER_MS;
    return { startMs, endMs: startMs + QUARTER_MS, value: Math.round((draw() - 0.5) * site.ratedKw) };
  });
  const wattsAt = wattsOf(site, draw);
  const orders = Array.from({ length: LASTS_MS / SIGNAL_MS }, (_, index): PoolOrder => {
    const at = BEGIN + index * SIGNAL_MS;
    return { poolId, service: 'afrr', sequence: index, watts: wattsAt(index), at, validUntil: at + SIGNAL_MS };
  });
  const wantedAt = (ms: number) => {
    const setKw = quarters.find(({ startMs, endMs }) => startMs <= ms && ms < endMs)?.value ?? 0;
    return setKw + (orders[Math.floor((ms - BEGIN) / SIGNAL_MS)]?.watts ?? 0) / 1_000;
  };
  const stepKw = Math.min(site.stepKw, site.ratedKw / 20);
  const isNearing = site.nearingShare < 1;
  const mostKw = isNearing ? Number.POSITIVE_INFINITY : site.ratedKw / site.fullRampS;
  const lateMs = isNearing ? 0 : site.reactsAfterMs;
  let kW = wantedAt(BEGIN);
  for (let at = BEGIN; at < BEGIN + LASTS_MS; at += SECOND) {
    const awayKw = site.nearingShare * (wantedAt(Math.max(BEGIN, at - lateMs)) - kW);
    kW += Math.max(-mostKw, Math.min(mostKw, awayKw));
    if (((at - BEGIN) / SECOND) % site.reportEveryS !== 0 || draw() < site.lostShare) continue;
    const steppedKw = stepKw === 0 ? kW : Math.round(kW / stepKw) * stepKw;
    const freeKw = toleranceKw(TOLERANCE, kW) - Math.abs(steppedKw - kW);
    onReport(at, steppedKw + (draw() * 2 - 1) * site.noise * freeKw);
  }
  return { quarters, orders };
}

/** What is said of it by its reports. */
function judged(site: Made) {
  const reports: TimedPower[] = [];
  const { quarters, orders } = live(site, (atMs, powerKw) => reports.push({ atMs, powerKw }));
  const wide = { startMs: BEGIN, endMs: BEGIN + 2 * LASTS_MS, value: site.ratedKw as number };
  const bookings = ['Import', 'Export'].map(
    (way) => [`grid/afrr${way}BookingkW` as PairName, [wide]] as [PairName, Interval[]],
  );
  const commands: Commands = new Map<PairName, Interval[]>([['grid/activePowerkW', quarters], ...bookings]);
  const wideRating = { lower: -2 * site.ratedKw, upper: 2 * site.ratedKw };
  const ratings = { grid: wideRating, bess: wideRating, solar: wideRating };
  const tolerances = { grid: TOLERANCE, bess: TOLERANCE };
  let away: readonly Away[] = [];
  let known: KnownFollowing | undefined;
  const told: string[] = [];
  const missing = new Map<number, MemberMissing>();
  for (const [index, { atMs: now, powerKw }] of reports.entries()) {
    if (now < BEGIN + 2 * RAMP_MS) continue;
    const recent = orders.filter(({ at, validUntil }) => validUntil > now - 2 * RAMP_MS && at <= now);
    const expected = expectedAt({ commands, ratings, orders: recent, limited: [], tolerances }, now);
    const seen = judgePower(away, expected, { now, powerOf: () => powerKw, isRejected: () => false });
    away = seen.away;
    if (seen.faults.length > 0) told.push(`missed at ${(now - BEGIN) / SECOND} s`);
    const powers = reports.slice(0, index + 1).filter(({ atMs }) => atMs >= now - RAMP_MS);
    const by = { now, commands: [commands], recent, ratings, measuredKw: powerKw, powers, tolerance: TOLERANCE };
    for (const { judged: order, watts: orderWatts } of judgeOrders(by)) {
      const reported = { now, reportedAt: now, judged: order, orderWatts, countedWatts: undefined };
      const next = nextDeviation(known, { ...reported, tolerance: TOLERANCE });
      known = next.known;
      if (next.change !== undefined) told.push(`deviates at ${(now - BEGIN) / SECOND} s`);
      const { missed } = order;
      const siteId = String(site.seed) as SiteId;
      if (missed !== null) missing.set(Math.floor(now / 30_000), { siteId, missedKw: missed.kW, ...missed });
    }
  }
  return { told, missing };
}

const SITES = Number(process.env['SETPOINT_HONEST_SITES'] ?? 40);

it('sites that follow as well as they can are blamed for nothing, alone or together', () => {
  const sites = fc.sample(made, { numRuns: SITES, seed: 50 });
  const all = sites.map((site) => ({ site, ...judged(site) }));
  expect(all.filter(({ told }) => told.length > 0).map(({ site, told }) => ({ ...site, told }))).toEqual([]);
  const moments = new Set(all.flatMap(({ missing }) => [...missing.keys()]));
  const blamed = [...moments].filter((moment) => {
    const members = all.flatMap(({ missing }) => missing.get(moment) ?? []);
    return hiddenMisses(members, TOLERANCE).length > 0;
  });
  expect(blamed).toEqual([]);
});
