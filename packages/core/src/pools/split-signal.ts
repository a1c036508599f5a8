import { columnOf, sumOf } from './column-of.ts';
import { levelOut } from './level-out.ts';
import { leastEnough } from './least-enough.ts';
import { roundToSum } from './round-to-sum.ts';

export type SplitRule = 'proportional' | 'merit' | 'energy';

/** What a member can do for a signal in the direction that it asks for. Powers in whole watts, without a sign. */
export interface Offer {
  readonly siteId: string;
  readonly role: 'primary' | 'backup';
  /** The lowest comes first where a pool is split by merit. */
  readonly rank: number;
  /** What it is booked for and has room for: what its share is measured by. */
  readonly capacityWatts: number;
  /** The most that it can be asked for now; below its capacity where it is still ramping. */
  readonly mostWatts: number;
  /** The least that it can come down to now, where it is still ramping; 0, if left out. */
  readonly leastWatts?: number;
  /** Only where a pool is split by energy; a member without it comes after those that have it. */
  readonly storage?: { readonly capacityWh: number; readonly storedWh: number } | undefined;
}

export interface SignalToSplit {
  /** In whole watts, without a sign. */
  readonly watts: number;
  readonly direction: 'import' | 'export';
  readonly rule: SplitRule;
  /** How long the pool must last: the levels of storages meet after it. */
  readonly enduranceHours: number;
  /** What each site was ordered at the last tick, if that asked for the same in the same direction. */
  readonly before?: ReadonlyMap<string, number> | undefined;
}

export interface SignalSplit {
  /** For each offer, in their order. */
  readonly watts: readonly number[];
  /** What nobody can give. */
  readonly shortfallWatts: number;
}

/** Divides a signal among those who can follow it, to the watt. A signal that asks for the same again moves nobody. */
export function splitSignal(signal: SignalToSplit, offers: readonly Offer[]): SignalSplit {
  const kept = keptShares(signal, offers);
  if (kept !== undefined) return { watts: kept, shortfallWatts: 0 };
  const tiers = tiersOf(signal, offers);
  const mosts = columnOf(offers, ({ mostWatts }) => mostWatts);
  const split = splitFreely(signal.watts, tiers, mosts);
  const leasts = columnOf(offers, ({ leastWatts = 0 }) => leastWatts);
  if (!isEnoughFor(leasts, split)) {
    const bounded = { watts: signal.watts, tiers, mosts, leasts };
    return splitBesideLeast(bounded, split) ?? splitAboveLeast(bounded);
  }
  return { ...split, watts: [...split.watts] };
}

interface Shares {
  readonly watts: Float64Array;
  readonly shortfallWatts: number;
}

function isEnoughFor(leasts: Float64Array, { watts }: Shares): boolean {
  return leasts.every((least, index) => (watts[index] ?? 0) >= least);
}

/** A signal to split where some cannot come down to nothing. */
interface Bounded {
  readonly watts: number;
  readonly tiers: readonly Tier[];
  readonly mosts: Float64Array;
  readonly leasts: Float64Array;
}

/** Whoever got less than its least has that, and the others share the rest; undefined where that is too little for them. */
function splitBesideLeast({ watts, tiers, mosts, leasts }: Bounded, tooLittle: Shares): SignalSplit | undefined {
  const fixed = columnOf(leasts, (least, index) => (least > (tooLittle.watts[index] ?? 0) ? least : 0));
  const left = watts - sumOf(fixed);
  if (left < 0) return undefined;
  const others = columnOf(mosts, (most, index) => (fixed[index] ? 0 : most));
  const split = withAdded(splitFreely(left, tiers, others), fixed);
  return isEnoughFor(leasts, split) ? { ...split, watts: [...split.watts] } : undefined;
}

/** Each has its least, though that may be more than the signal together; what is left of the signal is split above it. */
function splitAboveLeast({ watts, tiers, mosts, leasts }: Bounded): SignalSplit {
  const left = Math.max(0, watts - sumOf(leasts));
  const above = columnOf(mosts, (most, index) => most - (leasts[index] ?? 0));
  const split = withAdded(splitFreely(left, tiers, above), leasts);
  return { ...split, watts: [...split.watts] };
}

function withAdded({ watts, shortfallWatts }: Shares, added: Float64Array): Shares {
  return { watts: columnOf(watts, (share, index) => share + (added[index] ?? 0)), shortfallWatts };
}

function splitFreely(asked: number, tiers: readonly Tier[], mosts: Float64Array): Shares {
  const watts = new Float64Array(mosts.length);
  let left = asked;
  for (const { indices, share } of tiers) {
    if (left === 0) break;
    const shares = share(
      left,
      columnOf(indices, (index) => mosts[index] ?? 0),
    );
    for (let place = 0; place < indices.length; place += 1) watts[indices[place] ?? 0] = shares[place] ?? 0;
    left -= sumOf(shares);
  }
  return { watts, shortfallWatts: left };
}

/** Shares watts out among the members of a tier, none more than its most. */
type Sharing = (watts: number, mosts: Float64Array) => Float64Array;

/** What is the same for each amount is worked out once. */
function sharingOf({ rule, direction, enduranceHours }: SignalToSplit, offers: readonly Offer[]): Sharing {
  if (rule !== 'energy' || offers[0]?.storage === undefined) {
    const weights = columnOf(offers, ({ capacityWatts }) => capacityWatts);
    return (watts, mosts) => shareOut(watts, { weights, mosts });
  }
  const levels = columnOf(offers, ({ storage }) => {
    const level = storage === undefined ? 0 : storage.storedWh / storage.capacityWh;
    return direction === 'import' ? level : 1 - level;
  });
  const capacities = columnOf(offers, ({ storage }) => storage?.capacityWh ?? 1);
  return (watts, mosts) => levelOut(watts, { levels, capacities, mosts }, enduranceHours);
}

/** Those who come first, those who come next, each with their places among all. */
interface Tier {
  readonly indices: readonly number[];
  readonly share: Sharing;
}

function tiersOf(signal: SignalToSplit, offers: readonly Offer[]): Tier[] {
  const tiers = new Map<number, { readonly indices: number[]; readonly members: Offer[] }>();
  for (const [index, offer] of offers.entries()) {
    const order = tierOf(signal.rule, offer);
    const tier = tiers.get(order) ?? { indices: [], members: [] };
    if (tier.indices.length === 0) tiers.set(order, tier);
    tier.indices.push(index);
    tier.members.push(offer);
  }
  const sorted = [...tiers].toSorted(([one], [other]) => one - other);
  return sorted.map(([, { indices, members }]) => ({ indices, share: sharingOf(signal, members) }));
}

const BACKUPS = 2 ** 32;

function tierOf(rule: SplitRule, { role, rank, storage }: Offer): number {
  const within = rule === 'merit' ? rank : rule === 'energy' && storage === undefined ? 1 : 0;
  return role === 'primary' ? within : BACKUPS + within;
}

/** The shares of before, where they still do: each possible, together the signal, and nobody works who could be spared. */
function keptShares({ watts, rule, before }: SignalToSplit, offers: readonly Offer[]): number[] | undefined {
  if (before === undefined) return undefined;
  const kept = offers.map(({ siteId }) => before.get(siteId) ?? 0);
  if (kept.reduce((sum, share) => sum + share, 0) !== watts) return undefined;
  // One that was away since may have been asked for the other direction.
  if (offers.some(({ leastWatts = 0, mostWatts }, index) => !isBetween(kept[index] ?? 0, leastWatts, mostWatts))) {
    return undefined;
  }
  let lastAtWork = Number.NEGATIVE_INFINITY;
  let firstWithRoom = Number.POSITIVE_INFINITY;
  for (const [index, offer] of offers.entries()) {
    const tier = tierOf(rule, offer);
    const share = kept[index] ?? 0;
    if (share > 0) lastAtWork = Math.max(lastAtWork, tier);
    if (share < offer.mostWatts) firstWithRoom = Math.min(firstWithRoom, tier);
  }
  return firstWithRoom < lastAtWork ? undefined : kept;
}

function isBetween(share: number, least: number, most: number): boolean {
  return share >= least && share <= most;
}

/** Those who share an amount, in columns: the weight of each, and the most that it can take. Both in whole watts. */
interface Sharers {
  readonly weights: Float64Array;
  readonly mosts: Float64Array;
}

/**
 * Shares whole watts out in proportion to the weights, nobody more than its most; what one cannot take goes to the others.
 * The sum is exact: the amount, or all that everybody can take.
 */
function shareOut(watts: number, { weights, mosts }: Sharers): Float64Array {
  if (watts >= sumOf(mosts)) return mosts;
  // The amount for each unit of weight at which each is full.
  const fulls = columnOf(mosts, (most, index) => (most === 0 ? 0 : most / (weights[index] ?? 0)));
  const fullest = leastEnough(fulls, (share) => takenAt(share, { weights, mosts }) >= watts).least;
  let left = watts;
  let shared = 0;
  for (let index = 0; index < fulls.length; index += 1) {
    if ((fulls[index] ?? 0) < fullest) left -= mosts[index] ?? 0;
    else shared += weights[index] ?? 0;
  }
  const exact = columnOf(mosts, (most, index) =>
    (fulls[index] ?? 0) < fullest ? most : Math.min(most, (left * (weights[index] ?? 0)) / shared),
  );
  return roundToSum(watts, exact, mosts);
}

function takenAt(share: number, { weights, mosts }: Sharers): number {
  let taken = 0;
  for (let index = 0; index < mosts.length; index += 1) {
    taken += Math.min(mosts[index] ?? 0, share * (weights[index] ?? 0));
  }
  return taken;
}
