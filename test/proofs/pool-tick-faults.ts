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

export type Last = NonNullable<MemberNow['last']>;

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
  return { ...played, sign, most, followed };
}

function followedBy({ isReachable }: Drawn, last: Last | undefined, at: number): number {
  return !isReachable && last !== undefined && last.validUntil > at ? last.watts : 0;
}

function wrongSums({ sign, watts, most, followed }: Known, given: Allocation): string[] {
  const left = sign * (watts - sumOf(followed));
  const asked = Math.max(0, left);
  const [shared, missing] = [sign * sumOf(given.shares.map((share) => share.watts)), sign * given.shortfallWatts];
  return [
    ...fault(shared === Math.min(asked, sumOf(most)), 'the sum of the shares is wrong'),
    ...fault(missing === Math.max(0, asked - sumOf(most)), 'the shortfall is wrong'),
    ...fault(sign * given.surplusWatts === Math.max(0, -left), 'the surplus is wrong'),
  ];
}

function wrongShares(known: Known, { shares, shortfallWatts }: Allocation): string[] {
  const { sign, most, followed, watts: asked } = known;
  const isAnyLeft = sign * (asked - sumOf(followed)) > 0;
  return shares.flatMap(({ watts, because, follows }, index) => {
    const [own, can] = [sign * watts, most[index] ?? 0];
    const isOwed = isAnyLeft && own === can;
    return [
      ...fault(Number.isInteger(own) && own >= 0 && own <= can, `${own} W of one that can give ${can} W`),
      ...fault(follows === followed[index], 'what one still follows is wrong'),
      ...fault(isReason(known, { index, because, isOwed }), `the reason ${because} is wrong`),
      ...fault(shortfallWatts === 0 || because !== null, 'a shortfall has no reason'),
    ];
  });
}

/** Whoever comes later works only when all that come before give all they can. */
function wrongTurns({ rule, drawn, most }: Known, { shares }: Allocation): string[] {
  const idle = drawn.flatMap((member, index) =>
    Math.abs(shares[index]?.watts ?? 0) < (most[index] ?? 0) ? [placeOf(rule, member)] : [],
  );
  const first = Math.min(...idle);
  return drawn.flatMap((member, index) =>
    fault(shares[index]?.watts === 0 || placeOf(rule, member) <= first, 'one works before its turn'),
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
  const fits = () => {
    if (member.setpoint === null) return kw <= upper - lower;
    const base = Math.max(lower, Math.min(upper, member.setpoint));
    return isImport ? base + kw <= upper : base - kw >= lower;
  };
  while (kw > 0 && !fits()) kw -= 1;
  if (member.ramp === null) return kw * 1_000;
  const was = last === undefined ? 0 : isImport ? last.watts : -last.watts;
  // A kW a second is a watt a millisecond.
  const sinceMs = last === undefined ? CYCLE_MS : at - last.at;
  return Math.max(0, Math.min(kw * 1_000, was + member.ramp * sinceMs));
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
    ramp: mostWatts({ ...unbooked, setpoint: null, upper: RATING_KW, lower: -RATING_KW }, isImport, {
      last: lasts[index],
      at,
    }),
  };
  const within = mostWatts({ ...unbooked, ramp: null }, isImport, { last: lasts[index], at });
  const limits = within === can ? ['grid/upperLimitkW', 'grid/lowerLimitkW', 'rating'] : [];
  return new Set([...limits, ...Object.keys(alone).filter((name) => alone[name] === can)]);
}

/** The same asked again, of the same members: nobody may move who could go on, unless something was missing or too much. */
export function movedFaults(before: Played, given: Allocation, { now, again }: Again): string[] {
  if (given.shortfallWatts !== 0 || given.surplusWatts !== 0) return [];
  const [known, knownNow] = [knownOf(before), knownOf(now)];
  if (known.followed.some((watts, place) => watts !== knownNow.followed[place])) return [];
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
