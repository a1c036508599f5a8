import { allocateTick, type Allocation, type Hindrance, type MemberNow } from '@setpoint/core';
import { RandomSource } from '../model/random-source.ts';
import type { Report } from './write-report.ts';

const CYCLE_MS = 4_000;
const LEASE_MS = 3 * CYCLE_MS;
const TICKS_OF_A_LIFE = 100;
const MOST_MEMBERS = 12;
const HINDRANCES: readonly Hindrance[] = ['offline', 'offline', 'offline', 'behind', 'held', 'rejecting', 'clock'];
const RULES = ['proportional', 'merit', 'energy'] as const;
const RATING_KW = 1_000;
// Most are large; a few watts are divided by the same rules.
const MOST_WATTS = [900_000, 900_000, 900_000, 20_000, 50, 2];
const TICKS = 1_000_000;

/** A member as it is drawn; in whole kW, so that the model needs no fractions of a watt. */
interface Drawn {
  readonly booked: { import: number; export: number };
  readonly setpoint: number | null;
  readonly upper: number;
  readonly lower: number;
  readonly ramp: number | null;
  readonly rank: number;
  readonly isBackup: boolean;
  readonly hindrance: Hindrance | null;
  readonly filled: number;
}

type Last = NonNullable<MemberNow['last']>;

/** How many ticks of which kind were looked at. */
export interface TickCounts {
  ticks: number;
  shares: number;
  short: number;
  surplus: number;
  same: number;
}

/** Random lives of pools; each tick is held against what the rules say, by a model that shares no code. Returns the faults. */
export function playTicks(seed: number, ticks: number): { readonly counts: TickCounts; readonly faults: string[] } {
  const random = new RandomSource(seed);
  const counts: TickCounts = { ticks: 0, shares: 0, short: 0, surplus: 0, same: 0 };
  const faults: string[] = [];
  while (counts.ticks < ticks && faults.length < 20) playLife(random, counts, faults);
  return { counts, faults };
}

interface Life {
  readonly random: RandomSource;
  readonly rule: (typeof RULES)[number];
  readonly members: Drawn[];
  /** The last order of each member that could be reached. */
  readonly lasts: Map<number, Last>;
  before: number | null;
}

function playLife(random: RandomSource, counts: TickCounts, faults: string[]): void {
  const members = Array.from({ length: random.below(MOST_MEMBERS) }, () => drawMember(random));
  const life: Life = { random, rule: random.pick(RULES), members, lasts: new Map(), before: null };
  for (let count = 0; count < TICKS_OF_A_LIFE; count += 1) {
    const isSame = life.before !== null && random.chance(0.25);
    if (!isSame) changeSome(life);
    const { given, found } = playTick(life, 1_000_000 + count * CYCLE_MS, isSame);
    faults.push(...found.map((what) => `tick ${counts.ticks}: ${what}`));
    countOne(counts, given, isSame);
  }
}

function changeSome({ random, members }: Life): void {
  for (const index of members.keys()) if (random.chance(0.2)) members[index] = drawMember(random);
}

function playTick(life: Life, at: number, isSame: boolean): { given: Allocation; found: string[] } {
  const { random, rule, members, lasts, before } = life;
  const watts = isSame && before !== null ? before : drawWatts(random);
  const present = [...members.entries()].filter(() => isSame || random.chance(0.95));
  const tick = { at, service: 'afrr', rule, enduranceMinutes: 60, watts, wattsBefore: before } as const;
  const given = allocateTick(tick, presentNow(present, lasts));
  const drawn = present.map(([, member]) => member);
  const found = faultsOf({ rule, watts, at, drawn, lasts: present.map(([index]) => lasts.get(index)) }, given);
  for (const [place, [index, { hindrance }]] of present.entries()) {
    const share = given.shares[place];
    if (share !== undefined && hindrance === null) {
      lasts.set(index, { watts: share.watts, at, validUntil: at + LEASE_MS });
    }
  }
  life.before = watts;
  const again = allocateTick({ ...tick, wattsBefore: watts }, presentNow(present, lasts));
  return { given, found: [...found, ...movedAgain(given, again)] };
}

function drawWatts(random: RandomSource): number {
  const most = random.pick(MOST_WATTS);
  return random.between(-most, most);
}

type Present = readonly (readonly [index: number, member: Drawn])[];

function presentNow(present: Present, lasts: ReadonlyMap<number, Last>): MemberNow[] {
  return present.map(([index, member]) => memberNow(String(index), member, lasts.get(index)));
}

function countOne(counts: TickCounts, given: Allocation, isSame: boolean): void {
  counts.ticks += 1;
  counts.shares += given.shares.length;
  if (given.shortfallWatts !== 0) counts.short += 1;
  if (given.surplusWatts !== 0) counts.surplus += 1;
  if (isSame) counts.same += 1;
}

function drawMember(random: RandomSource): Drawn {
  return {
    booked: { import: random.below(500), export: random.below(500) },
    setpoint: random.below(2) === 0 ? null : random.below(600) - 300,
    upper: random.below(700) - 100,
    lower: random.below(700) - 600,
    ramp: random.below(3) === 0 ? 1 + random.below(60) : null,
    rank: random.below(3),
    isBackup: random.below(4) === 0,
    hindrance: random.below(4) === 0 ? random.pick(HINDRANCES) : null,
    filled: random.below(101),
  };
}

function memberNow(siteId: string, drawn: Drawn, last: Last | undefined): MemberNow {
  const rating = { lower: -RATING_KW, upper: RATING_KW };
  return {
    siteId,
    role: drawn.isBackup ? 'backup' : 'primary',
    rank: drawn.rank,
    rampKwPerSecond: drawn.ramp,
    values: {
      'grid/afrrImportBookingkW': drawn.booked.import,
      'grid/afrrExportBookingkW': drawn.booked.export,
      'grid/upperLimitkW': drawn.upper,
      'grid/lowerLimitkW': drawn.lower,
      ...(drawn.setpoint === null ? {} : { 'grid/activePowerkW': drawn.setpoint }),
    },
    ratings: { grid: rating, bess: rating, solar: rating },
    storage: { capacityWh: 100_000, storedWh: drawn.filled * 1_000 },
    hindrance: drawn.hindrance,
    last: last ?? null,
  };
}

interface Played {
  readonly rule: (typeof RULES)[number];
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

function faultsOf(played: Played, given: Allocation): string[] {
  const { watts, at, drawn, lasts } = played;
  const sign = watts < 0 ? -1 : 1;
  const followed = drawn.map((member, index) => followedBy(member, lasts[index], at));
  const most = drawn.map((member, index) => mostWatts(member, sign > 0, { last: lasts[index], at }));
  const known: Known = { ...played, sign, most, followed };
  return [...wrongSums(known, given), ...wrongShares(known, given), ...wrongTurns(known, given)];
}

function followedBy({ hindrance }: Drawn, last: Last | undefined, at: number): number {
  return hindrance === 'offline' && last !== undefined && last.validUntil > at ? last.watts : 0;
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
  const seconds = last === undefined ? CYCLE_MS / 1_000 : (at - last.at) / 1_000;
  return Math.max(0, Math.min(kw * 1_000, was + member.ramp * seconds * 1_000));
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

/** The same asked again, of the same members: nobody may move, unless something was missing or too much. */
function movedAgain(given: Allocation, again: Allocation): string[] {
  if (given.shortfallWatts !== 0 || given.surplusWatts !== 0) return [];
  const isSame = again.shares.every(({ watts }, place) => watts === given.shares[place]?.watts);
  return fault(isSame, 'one moved without a reason');
}

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

export async function provePoolTicks(say: (line: string) => void): Promise<Report> {
  const { counts, faults } = playTicks(1, TICKS);
  const [ticks, shares, short, surplus, same] = Object.values(counts).map((count) => count.toLocaleString('en-US'));
  const fact = `${ticks} ticks with ${shares} shares: ${short} with a shortfall, ${surplus} with members that did too much, ${same} that asked for the same again.`;
  say(fact);
  return { facts: [fact], faults, verdict: 'All are as the model has them.' };
}
