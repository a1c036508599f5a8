import type { PoolOrder } from '../plan/lay-orders.ts';
import type { Asked } from './asked-since.ts';

/** A power at an instant. */
export interface TimedPower {
  readonly atMs: number;
  readonly powerKw: number;
}

/** The reports of the last ramp, beside what was asked for in the last two. */
export interface OverRamp {
  readonly powers: readonly TimedPower[];
  readonly asked: readonly Asked[];
  /** The same without any order. */
  readonly set: readonly Asked[];
  /** The most that was ordered. */
  readonly mostKw: number;
  readonly rampMs: number;
}

// Fewer reports prove nothing.
const REPORTS_AT_LEAST = 3;
const STEP_MS = 1_000;

// Behind a step of the setpoint that is larger, nobody sees an order until the site has come to it.
const STEP_SHARE = 0.5;

/** Whether the reports are enough to be compared with what was asked for. */
function isEnough({ powers, asked, set, mostKw, rampMs }: OverRamp): boolean {
  const lastsMs = (powers.at(-1)?.atMs ?? 0) - (powers[0]?.atMs ?? 0);
  const isLong = powers.length >= REPORTS_AT_LEAST && lastsMs >= rampMs / 2;
  const targets = set.map(({ powerKw }) => powerKw ?? 0);
  const isSteady = Math.max(...targets) - Math.min(...targets) <= STEP_SHARE * mostKw;
  return isLong && isSteady && asked.every(({ powerKw }) => powerKw !== null);
}

/** What each report was to show of a site that is late, from one that is at once there to one that takes all of its ramp. */
function* wantedByLag({ powers, asked, rampMs }: OverRamp): Generator<number[]> {
  // The later a site is, the earlier is what it goes by.
  const places = powers.map(() => asked.length - 1);
  for (let lateMs = 0; lateMs <= rampMs; lateMs += STEP_MS) {
    yield powers.map(({ atMs }, index) => {
      let place = places[index] ?? -1;
      while ((asked[place]?.atMs ?? 0) > atMs - lateMs) place -= 1;
      places[index] = place;
      return asked[place]?.powerKw ?? 0;
    });
  }
}

// Of what a site would be away that stands still.
const STILL_SHARE = 0.85;

/**
 * Whether a site might as well stand still where it is on average, were it as late as it may be: a signal that swings
 * would hide it between the targets of its last ramp.
 */
export function standsStill(over: OverRamp, toleratedKw: number): boolean {
  if (!isEnough(over)) return false;
  const { powers } = over;
  const meanKw = meanOf(powers.map(({ powerKw }) => powerKw));
  let [awayKw, stillKw] = [Number.POSITIVE_INFINITY, 0];
  for (const wanted of wantedByLag(over)) {
    const away = meanOf(powers.map(({ powerKw }, index) => Math.abs(powerKw - (wanted[index] ?? 0))));
    if (away <= toleratedKw) return false;
    if (away >= awayKw) continue;
    awayKw = away;
    stillKw = meanOf(wanted.map((kW) => Math.abs(meanKw - kW)));
  }
  return awayKw > STILL_SHARE * stillKw;
}

/** What a site misses on average of what was asked for, were it as late as it may be; plus is import. */
export interface Missed {
  readonly meanKw: number;
  /** How far apart the reports are in that. */
  readonly spreadKw: number;
}

// A site that misses less than so much of an order is there.
const NEAR_SHARE = 0.02;

/** Undefined where too little was reported. */
export function missedOver(over: OverRamp): Missed | undefined {
  if (!isEnough(over)) return undefined;
  let [least, nearest]: [number, readonly number[]] = [Number.POSITIVE_INFINITY, []];
  for (const wanted of wantedByLag(over)) {
    const missing = over.powers.map(({ powerKw }, index) => (wanted[index] ?? 0) - powerKw);
    const awayKw = Math.abs(meanOf(missing));
    if (awayKw < least) [least, nearest] = [awayKw, missing];
    if (least <= NEAR_SHARE * over.mostKw) break;
  }
  return { meanKw: meanOf(nearest), spreadKw: Math.max(...nearest) - Math.min(...nearest) };
}

// Fewer may be alike by chance, though a site is noisy.
const REPORTS_ALIKE = 6;

/** Whether so much is missed, by reports that agree in it. */
export function isMissed({ meanKw, spreadKw }: Missed, { powers }: OverRamp, muchKw: number): boolean {
  return powers.length >= REPORTS_ALIKE && Math.abs(meanKw) - spreadKw > muchKw;
}

/** How far the mean of as many reports may be from the truth. */
export function doubtOf({ spreadKw }: Missed, { powers }: OverRamp): number {
  return spreadKw / 2 / Math.sqrt(powers.length);
}

/** The most that was asked of a pool's orders. */
export function mostOf(orders: readonly PoolOrder[], { poolId }: Pick<PoolOrder, 'poolId'>): number {
  return Math.max(0, ...orders.map((one) => (one.poolId === poolId ? Math.abs(one.watts) / 1_000 : 0)));
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
