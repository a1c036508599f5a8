import type { Allocation, Hindrance, MemberNow } from '@setpoint/core';

const CYCLE_MS = 4_000;
export const RATING_KW = 1_000;

/** A member as it is drawn; in whole kW, so that the model needs no fractions of a watt. */
export interface Drawn {
  readonly booked: { import: number; export: number };
  readonly setpoint: number | null;
  readonly upper: number;
  readonly lower: number;
  readonly ramp: number | null;
  readonly rank: number;
  readonly isBackup: boolean;
  readonly hindrance: Hindrance | null;
  /** Whether it can be told anything. */
  readonly isReachable: boolean;
  readonly filled: number;
}

export type Last = NonNullable<MemberNow['last']> & Pick<MemberNow, 'fromWatts'>;

export interface Played {
  readonly rule: 'proportional' | 'merit' | 'energy';
  readonly watts: number;
  readonly at: number;
  readonly drawn: readonly Drawn[];
  readonly lasts: readonly (Last | undefined)[];
}

/** What the model says of a tick: what each could give at most, and what those that fell silent still do. */
interface Known extends Played {
  readonly sign: 1 | -1;
  readonly most: readonly number[];
  /** What each cannot come down from, and what it still does the other way. */
  readonly least: readonly number[];
  readonly turning: readonly number[];
  readonly followed: readonly number[];
}

/** What the model has against a tick. */
export function poolTickFaults(played: Played, given: Allocation): string[] {
  const known = knownOf(played);
  return [...wrongSums(known, given), ...wrongShares(known, given), ...wrongTurns(known, given)];
}

function knownOf(played: Played): Known {
  const { watts, at, drawn, lasts } = played;
  const sign = watts < 0 ? -1 : 1;
  const followed = drawn.map((member, index) => followedBy(member, lasts[index], at));
  const most = drawn.map((member, index) => mostWatts(member, sign > 0, { last: lasts[index], at }));
  const ways = drawn.map((member, index) => wayOf(member, sign, { last: lasts[index], at }));
  const least = ways.map((way, index) => Math.min(Math.max(0, way.least), most[index] ?? 0));
  const turning = ways.map(({ otherWay }) => Math.max(0, otherWay));
  return { ...played, sign, most, least, turning, followed };
}

/** From where it was, by its ramp alone. */
function wayOf({ ramp, hindrance }: Drawn, sign: 1 | -1, { last, at }: { last: Last | undefined; at: number }) {
  if (ramp === null || hindrance !== null || last === undefined) return { least: 0, otherWay: 0 };
  const was = sign * (last.fromWatts ?? last.watts);
  const reach = ramp * (at - last.at);
  return { least: was - reach, otherWay: -was - reach };
}

function followedBy({ isReachable }: Drawn, last: Last | undefined, at: number): number {
  return !isReachable && last !== undefined && last.validUntil > at ? last.watts : 0;
}

function wrongSums(known: Known, given: Allocation): string[] {
  const { sign, most, least } = known;
  const left = leftOf(known);
  const asked = Math.max(0, left);
  const [shared, missing] = [sign * sumOf(given.shares.map((share) => share.watts)), sign * given.shortfallWatts];
  return [
    ...fault(shared === Math.max(Math.min(asked, sumOf(most)), sumOf(least)), 'the sum of the shares is wrong'),
    ...fault(missing === Math.max(0, asked - sumOf(most)), 'the shortfall is wrong'),
    ...fault(sign * given.surplusWatts === Math.max(0, shared - left), 'the surplus is wrong'),
  ];
}

function leftOf({ sign, watts, followed, turning }: Known): number {
  return sign * (watts - sumOf(followed)) + sumOf(turning);
}

function wrongShares(known: Known, { shares, shortfallWatts, surplusWatts }: Allocation): string[] {
  const { sign, followed } = known;
  const isAnyLeft = leftOf(known) > 0;
  return shares.flatMap(({ watts, because, follows, misses = 0 }, index) => {
    const { can, least, turning } = rangeOf(known, index);
    const isOnItsWay = turning > 0 || (surplusWatts !== 0 && least > 0);
    const own = sign * watts;
    const isOwed = isAnyLeft && own === can;
    return [
      ...fault(Number.isInteger(own) && own >= least && own <= can, `${own} W of one that can give ${can} W`),
      ...fault(sign * misses === turning, 'what one still does the other way is wrong'),
      ...fault(follows === followed[index], 'what one still follows is wrong'),
      ...fault(
        isOnItsWay ? because === 'ramp' : isReason(known, { index, because, isOwed }),
        `the reason ${because} is wrong`,
      ),
      ...fault(shortfallWatts === 0 || because !== null, 'a shortfall has no reason'),
    ];
  });
}

function rangeOf({ most, least, turning }: Known, index: number) {
  return { can: most[index] ?? 0, least: least[index] ?? 0, turning: turning[index] ?? 0 };
}

/** Whoever comes later works only when all that come before give all they can. */
function wrongTurns({ rule, drawn, most, least }: Known, { shares }: Allocation): string[] {
  const idle = drawn.flatMap((member, index) =>
    Math.abs(shares[index]?.watts ?? 0) < (most[index] ?? 0) ? [placeOf(rule, member)] : [],
  );
  const first = Math.min(...idle);
  return drawn.flatMap((member, index) =>
    fault(
      Math.abs(shares[index]?.watts ?? 0) === least[index] || placeOf(rule, member) <= first,
      'one works before its turn',
    ),
  );
}

function fault(holds: boolean, what: string): string[] {
  return holds ? [] : [what];
}

function placeOf(rule: Played['rule'], { isBackup, rank }: Drawn): number {
  return (isBackup ? 100 : 0) + (rule === 'merit' ? rank : 0);
}

/** In whole watts, by trying: from the booking downwards to the first power that breaks no rule. */
function mostWatts(member: Drawn, isImport: boolean, { last, at }: { last: Last | undefined; at: number }): number {
  if (member.hindrance !== null) return 0;
  const upper = Math.min(member.upper, RATING_KW);
  const lower = Math.min(upper, Math.max(member.lower, -RATING_KW));
  let kw = isImport ? member.booked.import : member.booked.export;
  const lasting = lastingKw(member, isImport);
  const fits = () => {
    if (kw > lasting) return false;
    if (member.setpoint === null) return kw <= upper - lower;
    const base = Math.max(lower, Math.min(upper, member.setpoint));
    return isImport ? base + kw <= upper : base - kw >= lower;
  };
  while (kw > 0 && !fits()) kw -= 1;
  if (member.ramp === null) return kw * 1_000;
  const from: Pick<Last, 'watts' | 'at' | 'fromWatts'> = last ?? { watts: 0, at: at - CYCLE_MS };
  const was = (isImport ? 1 : -1) * (from.fromWatts ?? from.watts);
  // A kW a second is a watt a millisecond.
  return Math.max(0, Math.min(kw * 1_000, was + member.ramp * (at - from.at)));
}

/** What its storage of 100 kWh can take or give for a minute, and what it can do less of. */
function lastingKw({ filled, setpoint }: Drawn, isImport: boolean): number {
  const from = setpoint ?? 0;
  return (isImport ? 100 - filled : filled) * 60 + Math.max(0, isImport ? -from : from);
}

interface Reason {
  readonly index: number;
  readonly because: string | null;
  /** Whether the member gives all it can, and more was asked for. */
  readonly isOwed: boolean;
}

function isReason(known: Known, { index, because, isOwed }: Reason): boolean {
  const hindrance = known.drawn[index]?.hindrance ?? null;
  if (hindrance !== null || because === null) return because === hindrance && (hindrance !== null || !isOwed);
  return isOwed && reasonsFor(known, index).has(because);
}

/** All that holds a member at the most that it can give. */
function reasonsFor({ sign, drawn, lasts, at, most }: Known, index: number): ReadonlySet<string> {
  const [member, can] = [drawn[index], most[index]];
  if (member === undefined || can === undefined) return new Set();
  const [isImport, free] = [sign > 0, 10 * RATING_KW];
  const unbooked = { ...member, booked: { import: free, export: free } };
  const alone: Readonly<Record<string, number>> = {
    [isImport ? 'grid/afrrImportBookingkW' : 'grid/afrrExportBookingkW']:
      1_000 * (isImport ? member.booked.import : member.booked.export),
    energy: 1_000 * lastingKw(member, isImport),
    ramp: mostWatts({ ...unbooked, filled: 50, setpoint: null, upper: RATING_KW, lower: -RATING_KW }, isImport, {
      last: lasts[index],
      at,
    }),
  };
  const within = mostWatts({ ...unbooked, filled: isImport ? -1_000 : 1_000, ramp: null }, isImport, {
    last: lasts[index],
    at,
  });
  const limits = within === can ? ['grid/upperLimitkW', 'grid/lowerLimitkW', 'rating'] : [];
  return new Set([...limits, ...Object.keys(alone).filter((name) => alone[name] === can)]);
}

/** The same asked again, of the same members: nobody may move who could go on, unless something was missing or too much. */
export function movedFaults(before: Played, given: Allocation, { now, again }: Again): string[] {
  if (given.shortfallWatts !== 0 || given.surplusWatts !== 0) return [];
  const [known, knownNow] = [knownOf(before), knownOf(now)];
  if (known.followed.some((watts, place) => watts !== knownNow.followed[place])) return [];
  if (known.turning.some((watts) => watts > 0)) return [];
  const isPossible = given.shares.every(({ watts }, place) => knownNow.sign * watts <= (knownNow.most[place] ?? 0));
  if (!isPossible || wrongTurns(knownNow, given).length > 0) return [];
  const isSame = again.shares.every(({ watts }, place) => watts === given.shares[place]?.watts);
  return fault(isSame, 'one moved without a reason');
}

interface Again {
  readonly now: Played;
  readonly again: Allocation;
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}
