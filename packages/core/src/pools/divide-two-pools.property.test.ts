import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UNKNOWN_RATING } from '../devices/rating.ts';
import { divideSignal, type MemberNow } from './divide-signal.ts';
import type { PoolService } from './member-capacity.ts';

const RUNS = Math.ceil(Number(process.env['SETPOINT_TEST_TICKS'] ?? 3_000) / 12);
const CYCLE_MS = 4_000;
const LEASE_MS = 3 * CYCLE_MS;
const RATING_KW = 1_000;
const WATTS = 1_000;

const drawnSite = fc.record({
  afrr: fc.nat(300),
  mfrr: fc.nat(300),
  setpoint: fc.option(fc.integer({ min: -1_200, max: 1_200 }), { nil: null }),
  upper: fc.option(fc.integer({ min: 0, max: 1_100 }), { nil: null }),
  lower: fc.option(fc.integer({ min: -1_100, max: 0 }), { nil: null }),
  set: fc.integer({ min: -100, max: 100 }),
});
type ValueOf<Drawing> = Drawing extends fc.Arbitrary<infer Value> ? Value : never;
type Site = ValueOf<typeof drawnSite>;

const drawnLife = fc.record({
  sites: fc.array(drawnSite, { minLength: 5, maxLength: 5 }),
  signals: fc.array(
    fc.record({
      service: fc.constantFrom<PoolService>('afrr', 'mfrr'),
      watts: fc.integer({ min: -1_500_000, max: 1_500_000 }),
    }),
    { minLength: 12, maxLength: 12 },
  ),
});

type Orders = Record<PoolService, (number | undefined)[]>;

function memberNow(site: Site, index: number, orders: Record<'own' | 'other', number | undefined>): MemberNow {
  return {
    siteId: String(index),
    role: 'primary',
    rank: 0,
    rampKwPerSecond: null,
    values: {
      'grid/afrrImportBookingkW': site.afrr,
      'grid/afrrExportBookingkW': site.afrr,
      'grid/mfrrImportBookingkW': site.mfrr,
      'grid/mfrrExportBookingkW': site.mfrr,
      'grid/mfrrActivationkW': site.set,
      'grid/afrrActivationkW': site.set,
      ...(site.setpoint === null ? {} : { 'grid/activePowerkW': site.setpoint }),
      ...(site.upper === null ? {} : { 'grid/upperLimitkW': site.upper }),
      ...(site.lower === null ? {} : { 'grid/lowerLimitkW': site.lower }),
    },
    ratings: { grid: { lower: -RATING_KW, upper: RATING_KW }, bess: UNKNOWN_RATING, solar: UNKNOWN_RATING },
    hindrance: null,
    isReachable: true,
    last: orders.own === undefined ? null : { watts: orders.own, at: 0, validUntil: LEASE_MS },
    otherWatts: orders.other,
  };
}

/** What is wrong with both orders of a site together, written from the rules alone. */
function wrongTogether(site: Site, orders: readonly number[]): string[] {
  const [high, low] = [Math.min(site.upper ?? RATING_KW, RATING_KW), Math.max(site.lower ?? -RATING_KW, -RATING_KW)];
  const up = sum(orders.filter((watts) => watts > 0)) / WATTS;
  const down = sum(orders.filter((watts) => watts < 0)) / WATTS;
  if (site.setpoint === null) return up > high - low || -down > high - low ? ['beyond the whole band'] : [];
  const from = Math.min(high, Math.max(low, site.setpoint));
  // One of them may end before the other.
  return (up > 0 && from + up > high) || (down < 0 && from + down < low) ? ['beyond a limit or a rating'] : [];
}

function otherOf(service: PoolService): PoolService {
  return service === 'afrr' ? 'mfrr' : 'afrr';
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

it('two pools over the same sites order together what fits, and tell what is missing', () => {
  fc.assert(
    fc.property(drawnLife, ({ sites, signals }) => {
      const orders: Orders = { afrr: sites.map(() => undefined), mfrr: sites.map(() => undefined) };
      const before: Partial<Record<PoolService, number>> = {};
      const divide = (service: PoolService, watts: number) => {
        const other = otherOf(service);
        const members = sites.map((site, index) =>
          memberNow(site, index, { own: orders[service][index], other: orders[other][index] }),
        );
        const wattsBefore = before[service] ?? null;
        const asked = {
          at: CYCLE_MS,
          service,
          rule: 'proportional',
          enduranceMinutes: 60,
          watts,
          wattsBefore,
        } as const;
        const { shares, shortfallWatts } = divideSignal(asked, members);
        expect(sum(shares.map((share) => share.watts)) + shortfallWatts).toBe(watts);
        orders[service] = shares.map((share) => share.watts);
        before[service] = watts;
      };
      for (const { service, watts } of signals) {
        divide(service, watts);
        // What was set the other way may have left room until now.
        const others = before[otherOf(service)];
        if (others !== undefined) divide(otherOf(service), others);
        for (const [index, site] of sites.entries()) {
          const both = [orders.afrr[index] ?? 0, orders.mfrr[index] ?? 0];
          expect(Math.abs(both[0] ?? 0)).toBeLessThanOrEqual(site.afrr * WATTS);
          expect(Math.abs(both[1] ?? 0)).toBeLessThanOrEqual(site.mfrr * WATTS);
          if (others !== undefined) expect(wrongTogether(site, both)).toEqual([]);
        }
      }
    }),
    { numRuns: RUNS },
  );
});
