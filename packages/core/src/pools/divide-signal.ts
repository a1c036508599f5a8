import type { Ratings } from '../devices/rating.ts';
import type { Values } from '../time/values-at.ts';
import { sumOf } from './column-of.ts';
import {
  type Capacity,
  type CapacityBound,
  type Direction,
  type LastOrder,
  memberCapacity,
  type MemberStorage,
  type OnItsWay,
  onItsWay,
  type PoolService,
  withinRamp,
} from './member-capacity.ts';
import { type Offer, type SplitRule, splitSignal } from './split-signal.ts';

/** Why a member cannot take part now, whatever it is booked for. */
export type Hindrance = 'offline' | 'behind' | 'held' | 'rejecting' | 'clock';

/** A member at the instant of a signal, as far as it is known. */
export interface MemberNow {
  readonly siteId: string;
  readonly role: 'primary' | 'backup';
  readonly rank: number;
  /** null: as fast as it is asked. */
  readonly rampKwPerSecond: number | null;
  readonly values: Values;
  /** What it still goes by, while its controller has not applied `values`. */
  readonly valuesBefore?: Values | undefined;
  readonly ratings: Ratings;
  /** The pairs that its controller rejects. */
  readonly rejected?: ReadonlySet<string> | undefined;
  /** What another pool has ordered of the other service, as long as that is in force. */
  readonly otherWatts?: number | undefined;
  readonly storage?: MemberStorage | undefined;
  readonly hindrance: Hindrance | null;
  /** Whether it can be told anything; else it may go on with its last order, whatever hinders it. */
  readonly isReachable: boolean;
  /** Its last order of this pool. */
  readonly last: OrderOfMember | null;
}

export interface OrderOfMember extends LastOrder {
  readonly validUntil: number;
  /** Where its ramp began at that order, if not at its power: it was still on its way from the other direction. */
  readonly fromWatts?: number | undefined;
  /** What it gives, where it was seen not to follow its orders; plus is import. */
  readonly suppliesWatts?: number | undefined;
}

export interface AskedSignal {
  readonly at: number;
  readonly service: PoolService;
  readonly rule: SplitRule;
  readonly enduranceMinutes: number;
  /** What is asked of the pool, in whole watts; plus is import. */
  readonly watts: number;
  /** What the signal before asked for; null where there was none. */
  readonly wattsBefore: number | null;
}

/** What a member got of a signal, and why it is not more. */
export interface MemberShare {
  readonly siteId: string;
  /** In whole watts; plus is import. A member that cannot be reached gets none. */
  readonly watts: number;
  /** The last order of a member that cannot be reached, until that ends. */
  readonly follows: number;
  /** What a member does not give of its order, and the others are ordered, too: it deviates, or is on its way from the other direction. */
  readonly misses?: number | undefined;
  /** null where it could give more, or is asked for nothing. */
  readonly because: Hindrance | CapacityBound | null;
}

export interface Allocation {
  /** For each member, in their order. */
  readonly shares: readonly MemberShare[];
  /** What nobody can give; plus is import. */
  readonly shortfallWatts: number;
  /** What silent or deviating members do beyond what is asked, and the others cannot make up for; plus is import. */
  readonly surplusWatts: number;
}

/** What a member's first order is measured from: it stood still for one cycle of the grid operator. */
const FIRST_CYCLE_MS = 4_000;

/** Divides what is asked of a pool at one instant among its members. */
export function divideSignal(asked: AskedSignal, members: readonly MemberNow[]): Allocation {
  const dividing = dividingIn(directionOf(asked.watts), { asked, members, kept: members.map(() => undefined) });
  const allocation = divideAmong(dividing);
  if (!members.some(isDeviating)) return allocation;
  // A member that deviates keeps its order, so that it can be seen to follow again; what it gives counts as measured.
  const kept = members.map((member, index): Kept | undefined => {
    if (!isDeviating(member)) return undefined;
    const watts = keptOrder(member, dividing, index) ?? allocation.shares[index]?.watts ?? 0;
    return { watts, gives: member.last?.suppliesWatts ?? watts };
  });
  const missing = asked.watts - sumOf(kept.map((one) => one?.gives ?? 0));
  // Where those give too much, or the wrong way, the others are asked to make up for it, the other way if need be.
  const direction = missing === 0 ? dividing.direction : directionOf(missing);
  return divideAmong(
    direction === dividing.direction ? { ...dividing, kept } : dividingIn(direction, { asked, members, kept }),
  );
}

function directionOf(watts: number): Direction {
  return watts < 0 ? 'export' : 'import';
}

function dividingIn(direction: Direction, input: Pick<Dividing, 'asked' | 'members' | 'kept'>): Dividing {
  return {
    ...input,
    direction,
    capacities: input.members.map((member) => capacitiesOf(member, input.asked, direction)),
  };
}

/** The order of a member that deviates, and what counts of it. */
interface Kept {
  readonly watts: number;
  readonly gives: number;
}

interface Dividing {
  readonly asked: AskedSignal;
  readonly members: readonly MemberNow[];
  readonly direction: Direction;
  readonly capacities: readonly Capacities[];
  readonly kept: readonly (Kept | undefined)[];
}

function divideAmong({ asked, members, direction, capacities, kept }: Dividing): Allocation {
  const sign = direction === 'export' ? -1 : 1;
  const follows = members.map((member) => stillFollowed(member, asked.at));
  const turning = members.map((_, index) => (kept[index] ? 0 : (capacities[index]?.way.otherWayWatts ?? 0)));
  const given = sumOf(follows) + sumOf(kept.map((one) => one?.gives ?? 0)) - sign * sumOf(turning);
  const left = sign * (asked.watts - given);
  const offers = members.map((member, index) => offerOf(member, kept[index] ? NOTHING : capacities[index]));
  const split = splitSignal(
    {
      watts: Math.max(0, left),
      direction,
      rule: asked.rule,
      enduranceHours: asked.enduranceMinutes / 60,
      before: asked.wattsBefore === asked.watts ? sharesBefore(members, sign, kept) : undefined,
    },
    offers,
  );
  const over = Math.max(0, sumOf(split.watts) - left);
  const shares = members.map(({ siteId, hindrance }, index): MemberShare => {
    const order = kept[index];
    if (order !== undefined) {
      const { watts, gives } = order;
      return { siteId, watts, follows: 0, misses: watts - gives, because: 'deviating' };
    }
    const watts = split.watts[index] ?? 0;
    const binds = boundOf(watts, capacities[index] ?? NOTHING, { left, over });
    const share = { siteId, watts: sign * watts || 0, follows: follows[index] ?? 0, because: hindrance ?? binds };
    return turning[index] ? { ...share, misses: sign * turning[index] } : share;
  });
  const rest = sign * (split.shortfallWatts - over) || 0;
  const isSurplus = rest !== 0 && directionOf(rest) !== directionOf(asked.watts);
  return { shares, shortfallWatts: isSurplus ? 0 : rest, surplusWatts: isSurplus ? -rest : 0 };
}

interface Division {
  /** What the members were to give beside what counts already. */
  readonly left: number;
  /** What they give beyond that. */
  readonly over: number;
}

/** Why a member gives no more, or no less. */
function boundOf(watts: number, { most, way }: Capacities, { left, over }: Division): CapacityBound | null {
  if (way.otherWayWatts > 0 || (over > 0 && way.leastWatts > 0)) return 'ramp';
  return left > 0 && watts === most.watts ? most.binds : null;
}

function isDeviating({ hindrance, last }: MemberNow): boolean {
  return hindrance === null && last?.suppliesWatts !== undefined;
}

/** The last order, where the same is asked again and it can still be given. */
function keptOrder({ last }: MemberNow, { asked, direction, capacities }: Dividing, index: number): number | undefined {
  if (last === null || asked.wattsBefore !== asked.watts) return undefined;
  const amount = direction === 'export' ? -last.watts : last.watts;
  return amount >= 0 && amount <= (capacities[index]?.most.watts ?? 0) ? last.watts : undefined;
}

/** A member that was not reached may follow its last order until that ends, as far as it did. */
function stillFollowed({ isReachable, last }: MemberNow, at: number): number {
  return !isReachable && last !== null && last.validUntil > at ? (last.suppliesWatts ?? last.watts) : 0;
}

interface Capacities {
  readonly fair: Capacity;
  readonly most: Capacity;
  readonly way: OnItsWay;
}

const NONE: Capacity = { watts: 0, binds: 'ramp' };
const NOTHING: Capacities = { fair: NONE, most: NONE, way: { leastWatts: 0, otherWayWatts: 0 } };

interface CapacityWanted {
  readonly service: PoolService;
  readonly direction: Direction;
  /** How long storages must last at it; left out, for the moment. */
  readonly enduranceMinutes?: number | undefined;
}

/** What a member can be counted on for in one direction, however fast it gets there; nothing while something hinders it. */
export function capacityOf(member: MemberNow, wanted: CapacityWanted): Capacity {
  const capacity = fullCapacityOf(member, wanted);
  if (!isDeviating(member)) return capacity;
  const suppliesWatts = member.last?.suppliesWatts ?? 0;
  const given = wanted.direction === 'export' ? -suppliesWatts : suppliesWatts;
  return { watts: Math.max(0, Math.min(capacity.watts, given)), binds: 'deviating' };
}

// While a schedule is on its way, what holds is the one or the other.
function fullCapacityOf(member: MemberNow, wanted: CapacityWanted): Capacity {
  const { hindrance, values, valuesBefore } = member;
  if (hindrance !== null) return NONE;
  const now = capacityBy(member, wanted, values);
  if (valuesBefore === undefined) return now;
  const before = capacityBy(member, wanted, valuesBefore);
  return before.watts < now.watts ? before : now;
}

// Field by field: there may be ten thousand of them, four times a minute and more.
function capacityBy(
  member: MemberNow,
  { service, direction, enduranceMinutes }: CapacityWanted,
  values: Values,
): Capacity {
  const { ratings, rejected, otherWatts, storage } = member;
  return memberCapacity({ service, direction, values, ratings, rejected, otherWatts, storage, enduranceMinutes });
}

function capacitiesOf(member: MemberNow, { at, service }: AskedSignal, direction: Direction): Capacities {
  if (member.hindrance !== null) return NOTHING;
  const { rampKwPerSecond } = member;
  const fair = fullCapacityOf(member, { service, direction });
  const { watts, fromWatts = watts, at: began } = member.last ?? { watts: 0, at: at - FIRST_CYCLE_MS };
  const ramp = { rampKwPerSecond, last: { watts: fromWatts, at: began }, at };
  const most = withinRamp(fair, direction, ramp);
  const { leastWatts, otherWayWatts } = onItsWay(direction, ramp);
  // Never above a booking, however long it takes to come down to that.
  return { fair, most, way: { leastWatts: Math.min(leastWatts, most.watts), otherWayWatts } };
}

function offerOf({ siteId, role, rank, storage }: MemberNow, { fair, most, way } = NOTHING): Offer {
  return { siteId, role, rank, capacityWatts: fair.watts, mostWatts: most.watts, leastWatts: way.leastWatts, storage };
}

function sharesBefore(
  members: readonly MemberNow[],
  sign: number,
  kept: Dividing['kept'],
): ReadonlyMap<string, number> {
  return new Map(
    members.map(({ siteId, hindrance, last }, index) => {
      const isAsked = hindrance === null && kept[index] === undefined;
      return [siteId, isAsked ? sign * (last?.watts ?? 0) : 0];
    }),
  );
}
