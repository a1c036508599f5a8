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
  readonly rampMs: number;
}

// Fewer reports prove nothing.
const REPORTS_AT_LEAST = 3;
const STEP_MS = 1_000;

/** Whether the reports are enough to be compared with what was asked for. */
function isEnough({ powers, asked, rampMs }: OverRamp): boolean {
  const lastsMs = (powers.at(-1)?.atMs ?? 0) - (powers[0]?.atMs ?? 0);
  const isLong = powers.length >= REPORTS_AT_LEAST && lastsMs >= rampMs / 2;
  return isLong && asked.every(({ powerKw }) => powerKw !== null);
}

/** What each report of a site should show, for each delay from none to a whole ramp. */
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

// A site that moves by less of what its orders move by might as well stand still.
const MOVED_SHARE = 0.25;

/**
 * Whether a site does not move with its orders, were it as late as it may be: a signal that swings would hide it
 * between the targets of its last ramp.
 */
export function standsStill(over: OverRamp, toleratedKw: number): boolean {
  if (!isEnough(over)) return false;
  const powers = over.powers.map(({ powerKw }) => powerKw);
  let movedShare = Number.NEGATIVE_INFINITY;
  for (const wanted of wantedByLag(over)) {
    // It may be just so late that nothing was to change.
    if (spreadOf(wanted) <= toleratedKw) return false;
    const awayKw = meanOf(powers.map((powerKw, index) => Math.abs(powerKw - (wanted[index] ?? 0))));
    if (awayKw <= toleratedKw) return false;
    movedShare = Math.max(movedShare, shareMoved(powers, wanted));
  }
  return movedShare < MOVED_SHARE;
}

/** How much a power moves for each kilowatt that it should move by: least squares, plus two standard errors. */
function shareMoved(powers: readonly number[], wanted: readonly number[]): number {
  const [powerKw, wantedKw] = [meanOf(powers), meanOf(wanted)];
  const moves = wanted.map((kW) => kW - wantedKw);
  const together = moves.reduce((sum, kW, index) => sum + kW * ((powers[index] ?? 0) - powerKw), 0);
  const all = moves.reduce((sum, kW) => sum + kW ** 2, 0);
  const share = together / all;
  const rest = moves.reduce((sum, kW, index) => sum + ((powers[index] ?? 0) - powerKw - share * kW) ** 2, 0);
  return share + 2 * Math.sqrt(rest / Math.max(1, moves.length - 2) / all);
}

/** How far a site was, on average, from all that was right at any time of the ramp before; plus is import. */
export interface Missed {
  readonly meanKw: number;
  /** How far apart the reports are in that. */
  readonly spreadKw: number;
}

/** Undefined where too little was reported. */
export function missedOver(over: OverRamp): Missed | undefined {
  if (!isEnough(over)) return undefined;
  const missing = over.powers.map((power) => missingOf(power, over));
  return { meanKw: meanOf(missing), spreadKw: spreadOf(missing) };
}

function missingOf({ atMs, powerKw }: TimedPower, { asked, rampMs }: OverRamp): number {
  const first = asked.findLastIndex((one) => one.atMs <= atMs - rampMs);
  const targets = asked.slice(Math.max(0, first)).flatMap((one) => (one.atMs <= atMs ? (one.powerKw ?? []) : []));
  return Math.max(0, Math.min(...targets) - powerKw) + Math.min(0, Math.max(...targets) - powerKw);
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

/** The most that a pool ordered, in kW, either way. */
export function mostOf(orders: readonly PoolOrder[], { poolId }: Pick<PoolOrder, 'poolId'>): number {
  return Math.max(0, ...orders.map((one) => (one.poolId === poolId ? Math.abs(one.watts) / 1_000 : 0)));
}

function spreadOf(values: readonly number[]): number {
  return Math.max(...values) - Math.min(...values);
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
