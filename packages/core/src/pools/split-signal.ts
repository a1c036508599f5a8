import { columnOf, sumOf } from './column-of.ts';
import { levelOut } from './level-out.ts';
import { shareOut } from './share-out.ts';

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
  const split = splitFreely(signal, offers);
  if (isEnoughFor(offers, split)) return split;
  return splitBesideLeast(signal, offers, split) ?? splitAboveLeast(signal, offers);
}

function isEnoughFor(offers: readonly Offer[], { watts }: SignalSplit): boolean {
  return offers.every(({ leastWatts = 0 }, index) => (watts[index] ?? 0) >= leastWatts);
}

/** Whoever got less than its least has that, and the others share the rest; undefined where that is too little for them. */
function splitBesideLeast(
  signal: SignalToSplit,
  offers: readonly Offer[],
  tooLittle: SignalSplit,
): SignalSplit | undefined {
  const leasts = offers.map(({ leastWatts = 0 }, index) =>
    leastWatts > (tooLittle.watts[index] ?? 0) ? leastWatts : 0,
  );
  const left = signal.watts - leasts.reduce((sum, least) => sum + least, 0);
  if (left < 0) return undefined;
  const others = offers.map((offer, index) => (leasts[index] ? { ...offer, mostWatts: 0 } : offer));
  const split = splitFreely({ ...signal, watts: left }, others);
  const beside = { ...split, watts: split.watts.map((watts, index) => watts + (leasts[index] ?? 0)) };
  return isEnoughFor(offers, beside) ? beside : undefined;
}

/** Each has its least, though that may be more than the signal together; what is left of the signal is split above it. */
function splitAboveLeast(signal: SignalToSplit, offers: readonly Offer[]): SignalSplit {
  const leasts = offers.map(({ leastWatts = 0 }) => leastWatts);
  const left = Math.max(0, signal.watts - leasts.reduce((sum, least) => sum + least, 0));
  const above = offers.map((offer, index) => ({ ...offer, mostWatts: offer.mostWatts - (leasts[index] ?? 0) }));
  const split = splitFreely({ ...signal, watts: left }, above);
  return { ...split, watts: split.watts.map((watts, index) => watts + (leasts[index] ?? 0)) };
}

function splitFreely(signal: SignalToSplit, offers: readonly Offer[]): SignalSplit {
  const watts = offers.map(() => 0);
  let left = signal.watts;
  for (const { indices, members } of tiersOf(signal.rule, offers)) {
    if (left === 0) break;
    const shares = sharesOf(signal, members, left);
    for (let place = 0; place < indices.length; place += 1) watts[indices[place] ?? 0] = shares[place] ?? 0;
    left -= sumOf(shares);
  }
  return { watts, shortfallWatts: left };
}

function sharesOf(
  { rule, direction, enduranceHours }: SignalToSplit,
  offers: readonly Offer[],
  watts: number,
): Float64Array {
  const mosts = columnOf(offers, ({ mostWatts }) => mostWatts);
  if (rule !== 'energy' || offers[0]?.storage === undefined) {
    return shareOut(watts, { weights: columnOf(offers, ({ capacityWatts }) => capacityWatts), mosts });
  }
  const levels = columnOf(offers, ({ storage }) => {
    const level = storage === undefined ? 0 : storage.storedWh / storage.capacityWh;
    return direction === 'import' ? level : 1 - level;
  });
  const capacities = columnOf(offers, ({ storage }) => storage?.capacityWh ?? 1);
  return levelOut(watts, { levels, capacities, mosts }, enduranceHours);
}

/** Those who come first, those who come next, each with their places among all. */
interface Tier {
  readonly indices: number[];
  readonly members: Offer[];
}

function tiersOf(rule: SplitRule, offers: readonly Offer[]): Tier[] {
  const tiers = new Map<number, Tier>();
  for (const [index, offer] of offers.entries()) {
    const order = tierOf(rule, offer);
    const tier = tiers.get(order) ?? { indices: [], members: [] };
    if (tier.indices.length === 0) tiers.set(order, tier);
    tier.indices.push(index);
    tier.members.push(offer);
  }
  return [...tiers].toSorted(([one], [other]) => one - other).map(([, tier]) => tier);
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
