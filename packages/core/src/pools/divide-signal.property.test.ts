import fc from 'fast-check';
import { expect, it } from 'vitest';
import { UNKNOWN_RATING } from '../devices/rating.ts';
import { divideSignal, type Hindrance, type MemberNow, type MemberShare, type AskedSignal } from './divide-signal.ts';

const RUNS = Math.ceil(Number(process.env['SETPOINT_TEST_TICKS'] ?? 3_000) / 12);
const CYCLE_MS = 4_000;
const LEASE_MS = 3 * CYCLE_MS;
const WATTS = 1_000;
const FIRST_AT = 1_000_000;

const drawnMember = fc.record({
  isMember: fc.boolean(),
  booked: fc.nat(400),
  base: fc.option(fc.integer({ min: -300, max: 300 }), { nil: null }),
  upper: fc.option(fc.integer({ min: -200, max: 500 }), { nil: null }),
  lower: fc.option(fc.integer({ min: -500, max: 200 }), { nil: null }),
  other: fc.integer({ min: -50, max: 50 }),
  ordered: fc.option(fc.integer({ min: -50, max: 50 }), { nil: undefined }),
  isCutOff: fc.boolean(),
  hindrance: fc.oneof(
    { weight: 4, arbitrary: fc.constant(null) },
    fc.constantFrom<Hindrance>('offline', 'behind', 'held', 'rejecting', 'clock'),
  ),
  supplies: fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, fc.integer({ min: -400_000, max: 400_000 })),
});
type ValueOf<Drawing> = Drawing extends fc.Arbitrary<infer Value> ? Value : never;
type DrawnMember = ValueOf<typeof drawnMember>;

const drawnSignal = fc.record({
  kw: fc.oneof(
    fc.constant(null),
    fc.integer({ min: -900_000, max: 900_000 }).map((watts) => watts / WATTS),
  ),
  members: fc.array(drawnMember, { minLength: 6, maxLength: 6 }),
});
const drawnPool = fc.record({
  rule: fc.constantFrom('proportional' as const, 'merit' as const, 'energy' as const),
  fixed: fc.array(
    fc.record({
      ramp: fc.option(fc.integer({ min: 1, max: 60 }), { nil: null }),
      rank: fc.nat(2),
      isBackup: fc.boolean(),
    }),
    { minLength: 6, maxLength: 6 },
  ),
  divisions: fc.array(drawnSignal, { minLength: 12, maxLength: 12 }),
});

/** How full each is: the first is empty, the last is full. */
const storageOf = (index: number) => ({ capacityWh: 100_000, storedWh: 20_000 * index });

/** The most that a member can be asked for, written from the rules alone: in watts, by trying. */
function mostOf(drawn: DrawnMember, index: number, isImport: boolean): number {
  const { capacityWh, storedWh } = storageOf(index);
  const perMinute = ((isImport ? capacityWh - storedWh : storedWh) * 60) / WATTS;
  const from = (drawn.base ?? 0) + besideOf(drawn, isImport);
  const lasting = perMinute + Math.max(0, isImport ? -from : from);
  return Math.min(lasting * WATTS, mostWithoutStorage(drawn, isImport));
}

function mostWithoutStorage(drawn: DrawnMember, isImport: boolean): number {
  const { booked, base, upper, lower, ordered } = drawn;
  const high = Math.min(upper ?? 1_000, 1_000);
  const low = Math.min(high, Math.max(lower ?? -1_000, -1_000));
  const beside = besideOf(drawn, isImport);
  const from = Math.min(high, Math.max(low, base ?? 0)) + beside;
  const free = high - low - (ordered === undefined ? 0 : Math.abs(beside));
  const room = base === null ? free : isImport ? high - from : from - low;
  return Math.max(0, Math.min(booked, room)) * WATTS;
}

/** What is activated of the other service; an order of another pool for the other direction may end first. */
function besideOf({ other, ordered }: DrawnMember, isImport: boolean): number {
  if (ordered === undefined) return other;
  return isImport ? Math.max(0, ordered) : Math.min(0, ordered);
}

/** Whoever is cut off cannot be told, be it held or not. */
function isToldIn({ hindrance, isCutOff }: DrawnMember): boolean {
  return hindrance !== 'offline' && !(hindrance === 'held' && isCutOff);
}

function memberNow(
  index: number,
  drawn: DrawnMember,
  fixed: { readonly ramp: number | null; readonly rank: number; readonly isBackup: boolean },
): Omit<MemberNow, 'last'> {
  const { booked, base, upper, lower, other, ordered, hindrance } = drawn;
  const isReachable = isToldIn(drawn);
  return {
    siteId: String(index),
    role: fixed.isBackup ? 'backup' : 'primary',
    rank: fixed.rank,
    rampKwPerSecond: fixed.ramp,
    values: {
      'grid/afrrImportBookingkW': booked,
      'grid/afrrExportBookingkW': booked,
      'grid/mfrrImportBookingkW': 50,
      'grid/mfrrExportBookingkW': 50,
      'grid/mfrrActivationkW': other,
      'grid/afrrActivationkW': 77,
      ...(base === null ? {} : { 'grid/activePowerkW': base }),
      ...(upper === null ? {} : { 'grid/upperLimitkW': upper }),
      ...(lower === null ? {} : { 'grid/lowerLimitkW': lower }),
    },
    ratings: { grid: { lower: -1_000, upper: 1_000 }, bess: UNKNOWN_RATING, solar: UNKNOWN_RATING },
    storage: storageOf(index),
    otherWatts: ordered === undefined ? undefined : ordered * WATTS,
    hindrance,
    isReachable,
  };
}

interface Present {
  readonly drawn: DrawnMember;
  readonly member: MemberNow;
}

type Drawn = ValueOf<typeof drawnPool>;
type Lasts = Map<string, NonNullable<MemberNow['last']>>;

const STOOD_STILL = { watts: 0, at: FIRST_AT - CYCLE_MS, validUntil: FIRST_AT };

function presentAt({ fixed }: Drawn, drawn: Drawn['divisions'][number]['members'], lasts: Lasts): Present[] {
  return drawn.flatMap((one, index) => {
    const rest = fixed[index] ?? { ramp: null, rank: 0, isBackup: false };
    const order = lasts.get(String(index));
    const last =
      one.supplies === undefined ? (order ?? null) : { ...(order ?? STOOD_STILL), suppliesWatts: one.supplies };
    const member = { ...memberNow(index, one, rest), last };
    return one.isMember ? [{ drawn: one, member }] : [];
  });
}

/** From where it was, a member comes no further than its ramp; only its room may end sooner. */
function checkRamp(
  { drawn, member }: Present,
  share: MemberShare,
  { at, isImport }: { readonly at: number; readonly isImport: boolean },
): void {
  const { rampKwPerSecond, last, hindrance } = member;
  if (rampKwPerSecond === null || last === null || hindrance !== null || last.suppliesWatts !== undefined) return;
  const gives = share.watts - (share.misses ?? 0);
  const moved = Math.abs(gives - (last.fromWatts ?? last.watts));
  const most = mostOf(drawn, Number(share.siteId), isImport);
  expect(moved <= rampKwPerSecond * (at - last.at) || Math.abs(gives) === most).toBe(true);
}

interface Sides {
  /** Which way the signal asks, and which way those are asked that do not deviate. */
  readonly isAskedImport: boolean;
  readonly isImport: boolean;
}

function checkShare({ drawn }: Present, share: MemberShare, { isShort, ...sides }: Sides & { isShort: boolean }) {
  const { hindrance, supplies } = drawn;
  const deviates = hindrance === null && supplies !== undefined;
  const isImport = deviates ? sides.isAskedImport : sides.isImport;
  expect(Number.isInteger(share.watts)).toBe(true);
  const most = hindrance === null ? mostOf(drawn, Number(share.siteId), isImport) : 0;
  expect(Math.abs(share.watts)).toBeLessThanOrEqual(most);
  if (isShort) expect(share.because).not.toBeNull();
  if (hindrance !== null) expect(share.because).toBe(hindrance);
  if (isToldIn(drawn)) expect(share.follows).toBe(0);
  if (deviates) expect([share.because, share.watts - (share.misses ?? 0)]).toEqual(['deviating', supplies]);
  else if (share.because !== 'ramp') expect(share.misses).toBeUndefined();
}

/** It gives no more as it can give no more, and more is asked for than what counts anyway. */
function checkReason(
  { drawn, member }: Present,
  share: MemberShare,
  { isImport, isLeft }: Pick<Sides, 'isImport'> & { readonly isLeft: boolean },
) {
  if (drawn.hindrance !== null || member.last?.suppliesWatts !== undefined) return;
  const isAtMost = Math.abs(share.watts) === mostOf(drawn, Number(share.siteId), isImport);
  if (share.because === 'ramp') expect(member.rampKwPerSecond).not.toBeNull();
  else expect(share.because !== null).toBe(isLeft && isAtMost);
}

function lastOf({ watts, misses = 0, because }: MemberShare, at: number) {
  const fromWatts = because === 'ramp' ? watts - misses : undefined;
  return { watts, at, validUntil: at + LEASE_MS, fromWatts };
}

/** Those that do not deviate are asked for what the others leave of it, and whether that is more than counts anyway. */
function sidesOf(watts: number, shares: readonly MemberShare[]): Sides & { readonly isLeft: boolean } {
  const [deviating = [], others = []] = [true, false].map((deviates) =>
    shares.filter(({ because }) => (because === 'deviating') === deviates),
  );
  const missing = deviating.reduce((rest, one) => rest - one.watts + (one.misses ?? 0), watts);
  const left = others.reduce((rest, { follows, misses = 0 }) => rest - follows + misses, missing);
  const isImport = missing === 0 ? watts >= 0 : missing > 0;
  return { isAskedImport: watts >= 0, isImport, isLeft: isImport ? left > 0 : left < 0 };
}

function playSignal(pool: Drawn, at: number, played: { lasts: Lasts; before: number | null }): void {
  const { kw, members: drawn } = pool.divisions[(at - FIRST_AT) / CYCLE_MS] ?? { kw: null, members: [] };
  const { lasts, before } = played;
  // Without a new figure the grid operator asks for the same again.
  const watts = kw === null ? (before ?? 0) : Math.round(kw * WATTS);
  const present = presentAt(pool, drawn, lasts);
  const asked: AskedSignal = { at, service: 'afrr', rule: pool.rule, enduranceMinutes: 60, watts, wattsBefore: before };
  const { shares, shortfallWatts, surplusWatts } = divideSignal(
    asked,
    present.map(({ member }) => member),
  );
  const sum = shares.reduce((total, share) => total + share.watts + share.follows - (share.misses ?? 0), 0);
  expect(sum + shortfallWatts - surplusWatts).toBe(watts);
  const { isLeft, ...sides } = sidesOf(watts, shares);
  for (const [index, one] of present.entries()) {
    const share = shares[index];
    if (share === undefined) throw new Error('a member has no share');
    checkRamp(one, share, { at, ...sides });
    checkShare(one, share, { ...sides, isShort: shortfallWatts !== 0 && sides.isImport === sides.isAskedImport });
    checkReason(one, share, { ...sides, isLeft });
    if (one.drawn.hindrance === null) lasts.set(share.siteId, lastOf(share, at));
  }
  if (shortfallWatts === 0 && surplusWatts === 0) {
    const again = presentAt(pool, drawn, lasts).map(({ member }) => member);
    const next = divideSignal({ ...asked, wattsBefore: watts }, again);
    expect(next.shares.map((share) => share.watts)).toEqual(shares.map((share) => share.watts));
    expect(next.shares.map((share) => share.misses)).toEqual(shares.map((share) => share.misses));
  }
  played.before = watts;
}

it('over a life of a pool: sums exact, nobody above what it can, nobody moved or short without a reason', () => {
  fc.assert(
    fc.property(drawnPool, (pool) => {
      const played = { lasts: new Map(), before: null };
      for (const [count] of pool.divisions.entries()) playSignal(pool, FIRST_AT + count * CYCLE_MS, played);
    }),
    { numRuns: RUNS },
  );
});
