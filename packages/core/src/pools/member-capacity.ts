import type { Rating, Ratings } from '../devices/rating.ts';
import { activatedKw } from '../plan/activation-at.ts';
import { clamp } from '../plan/clamp.ts';
import { gridLimits } from '../plan/grid-limits.ts';
import type { Step } from '../plan/segment.ts';
import type { Values } from '../time/values-at.ts';

export type PoolService = 'afrr' | 'mfrr';
export type Direction = 'import' | 'export';

/** What bounds a member, in the words of the plan where the plan has one. */
export type CapacityBound = Step['source'] | 'ramp' | 'deviating' | 'rejected' | 'energy';

/** What a site can store, by its last report. */
export interface MemberStorage {
  readonly capacityWh: number;
  readonly storedWh: number;
  /** What solar gives beside it, and could give less of. */
  readonly solarWatts?: number | undefined;
}

/** The most that a member may be ordered, in whole watts without a sign, and what bounds it. */
export interface Capacity {
  readonly watts: number;
  readonly binds: CapacityBound;
}

export interface MemberAt {
  readonly service: PoolService;
  readonly direction: Direction;
  /** What is set on the site at this instant. */
  readonly values: Values;
  readonly ratings: Ratings;
  /** What another pool has ordered of the other service, as long as that is in force; plus is import. */
  readonly otherWatts?: number | undefined;
  /** What its controller does not carry out of that. */
  readonly rejected?: ReadonlySet<string> | undefined;
  readonly storage?: MemberStorage | undefined;
  /** How long its storage must last at that; a minute, if left out. */
  readonly enduranceMinutes?: number | undefined;
}

const BOOKINGS = {
  afrr: { import: 'grid/afrrImportBookingkW', export: 'grid/afrrExportBookingkW', activation: 'grid/afrrActivationkW' },
  mfrr: { import: 'grid/mfrrImportBookingkW', export: 'grid/mfrrExportBookingkW', activation: 'grid/mfrrActivationkW' },
} as const;

/** What a site is booked for, in whole watts. */
export function bookingOf(values: Values, { service, direction }: Pick<MemberAt, 'service' | 'direction'>): number {
  return wattsDown(values[BOOKINGS[service][direction]] ?? 0);
}

/** What a member can give beside all else that is set or ordered: its booking, within its limits and the ratings of its devices. */
export function memberCapacity(member: MemberAt): Capacity {
  const { service, direction, values, ratings, otherWatts, rejected } = member;
  const names = BOOKINGS[service];
  const booking = names[direction];
  // What a controller rejects is not set: on site, an order is bounded by no booking.
  if (rejected?.has(booking) === true) return { watts: 0, binds: 'rejected' };
  // An order takes the place of what is set for the same service.
  const others: Values = { ...values, [names.activation]: undefined, ...otherOrder(service, direction, otherWatts) };
  const besideKw = otherWatts === undefined ? 0 : Math.abs(activatedKw(others));
  const bounds: Bound[] = [{ kw: values[booking] ?? 0, binds: booking }];
  bounds.push(...roomAtGrid(others, { ratings, direction, besideKw }), ...roomAtStorage(others, ratings, direction));
  bounds.push(...energyFor(others, member));
  const tightest = bounds.reduce((least, bound) => (bound.kw < least.kw ? bound : least));
  return { watts: wattsDown(Math.max(0, tightest.kw)), binds: tightest.binds };
}

// It takes the place of what is set, and may end before ours does: what it gives the other way is no room.
function otherOrder(service: PoolService, direction: Direction, watts: number | undefined): Values {
  if (watts === undefined) return {};
  const kw = watts / WATTS_PER_KW;
  const { activation } = BOOKINGS[service === 'afrr' ? 'mfrr' : 'afrr'];
  return { [activation]: direction === 'import' ? Math.max(0, kw) : Math.min(0, kw) };
}

interface Bound {
  readonly kw: number;
  readonly binds: CapacityBound;
}

// Without a setpoint nobody knows where in its limits the site is: only the whole band bounds it.
function roomAtGrid(
  values: Values,
  { ratings, direction, besideKw }: Pick<MemberAt, 'ratings' | 'direction'> & { readonly besideKw: number },
): Bound[] {
  const { lo, hi, loSource, hiSource } = gridLimits(values, ratings.grid);
  const binds = direction === 'import' ? hiSource : loSource;
  const setpoint = values['grid/activePowerkW'];
  if (setpoint === undefined) return [{ kw: hi - lo - besideKw, binds }];
  const from = clamp(setpoint, lo, hi) + activatedKw(values);
  return [{ kw: direction === 'import' ? hi - from : from - lo, binds }];
}

// Import at the connection point charges the storage, which is negative there. Without a setpoint the whole band bounds it.
function roomAtStorage(values: Values, { bess, solar }: Ratings, direction: Direction): Bound[] {
  if (values['grid/activePowerkW'] !== undefined) return [];
  const setpoint = values['bess/activePowerkW'];
  if (setpoint === undefined) return [{ kw: spanOf(bess) + (isKnown(solar) ? spanOf(solar) : 0), binds: 'rating' }];
  const from = setpoint - activatedKw(values);
  return [{ kw: direction === 'import' ? from - bess.lower : bess.upper - from, binds: 'rating' }];
}

function spanOf({ lower, upper }: Rating): number {
  return upper - lower;
}

function isKnown(rating: Rating): boolean {
  return Number.isFinite(spanOf(rating));
}

const MINUTES_PER_HOUR = 60;

/** What a storage can give for so long: it is full or empty after it. To charge or discharge less, it needs nothing. */
function energyFor(values: Values, { direction, storage, enduranceMinutes = 1 }: MemberAt): Bound[] {
  if (storage === undefined) return [];
  const { capacityWh, storedWh, solarWatts = 0 } = storage;
  const [leftWh, besideWatts] = direction === 'export' ? [storedWh, 0] : [capacityWh - storedWh, solarWatts];
  const watts = (leftWh * MINUTES_PER_HOUR) / enduranceMinutes + besideWatts;
  return [{ kw: watts / WATTS_PER_KW - usedOf(values, direction), binds: 'energy' }];
}

/** What the storage gives in this direction for others; below 0 where it can do less of the other direction. */
function usedOf(values: Values, direction: Direction): number {
  const sign = direction === 'export' ? -1 : 1;
  const [imported, charged] = [values['grid/activePowerkW'], values['bess/activePowerkW']];
  const activated = sign * activatedKw(values);
  const from = sign * (imported ?? (charged === undefined ? 0 : -charged)) + activated;
  // What a site imports by its own setpoint may be its load; what is activated beside it is not.
  return imported === undefined || from < 0 ? from : Math.min(from, Math.max(0, activated));
}

export interface LastOrder {
  /** In whole watts; plus is import. */
  readonly watts: number;
  readonly at: number;
}

export interface Ramp {
  readonly rampKwPerSecond: number | null;
  readonly last: LastOrder;
  readonly at: number;
}

/** As far as a member comes until now on its way from its last order; nothing where it is still on the other side. */
export function withinRamp(capacity: Capacity, direction: Direction, { rampKwPerSecond, last, at }: Ramp): Capacity {
  if (rampKwPerSecond === null) return capacity;
  const from = direction === 'import' ? last.watts : -last.watts;
  const watts = Math.max(0, from + reachOf(rampKwPerSecond, at - last.at));
  return watts < capacity.watts ? { watts, binds: 'ramp' } : capacity;
}

/** What a ramp leaves no way around: in whole watts, in the direction that is asked for. */
export interface OnItsWay {
  /** The least that it can come down to from its last order. */
  readonly leastWatts: number;
  /** What it still gives the other way, without a sign. */
  readonly otherWayWatts: number;
}

const NOT_ON_ITS_WAY: OnItsWay = { leastWatts: 0, otherWayWatts: 0 };

/** What a member cannot help but give, as leaving an order takes time, too. */
export function onItsWay(direction: Direction, { rampKwPerSecond, last, at }: Ramp): OnItsWay {
  if (rampKwPerSecond === null) return NOT_ON_ITS_WAY;
  const from = direction === 'import' ? last.watts : -last.watts;
  const reach = reachOf(rampKwPerSecond, at - last.at);
  return { leastWatts: Math.max(0, from - reach), otherWayWatts: Math.max(0, -from - reach) };
}

function reachOf(rampKwPerSecond: number, ms: number): number {
  return wattsDown((rampKwPerSecond * Math.max(0, ms)) / 1_000);
}

export const WATTS_PER_KW = 1_000;
/** A thousandth of a watt: what doubles add to a value that people wrote down in watts. */
const NOISE = 1e-3;

function wattsDown(kw: number): number {
  return Math.floor(kw * WATTS_PER_KW + NOISE);
}
