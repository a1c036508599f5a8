import type { Ratings } from '../devices/rating.ts';
import { clamp } from '../plan/clamp.ts';
import { type GridLimits, gridLimits } from '../plan/grid-limits.ts';
import { reserveAt } from '../plan/reserve-at.ts';
import type { Step } from '../plan/segment.ts';
import type { Values } from '../time/values-at.ts';
import type { Released } from './released-watts.ts';

/** How much is left, not yet rounded, and what limits it. */
export interface Slack {
  readonly kw: number;
  readonly binds: readonly Step['source'][];
}

/** The bounds found so far for one interval. */
export interface Bounds {
  readonly from: number;
  readonly to: number;
  readonly slacks: { import: Slack; export: Slack; up: Slack | undefined; down: Slack | undefined };
  /** kWh: room to import into, and energy to export. */
  readonly energy: { import: number; export: number };
  /** How long the stored energy is known. */
  knownMs: number;
  /** The activations that more of a booking would set free, by service and direction. */
  readonly released: Map<string, Released>;
}

const UNBOUNDED: Slack = { kw: Number.POSITIVE_INFINITY, binds: [] };

export function boundsOf(from: number, to: number): Bounds {
  return {
    from,
    to,
    slacks: { import: UNBOUNDED, export: UNBOUNDED, up: undefined, down: undefined },
    energy: { import: Number.POSITIVE_INFINITY, export: Number.POSITIVE_INFINITY },
    knownMs: 0,
    released: new Map(),
  };
}

/** Tightens the bounds of an interval to what limits, ratings and reserves leave at one of its instants. */
export function tightenPower(bounds: Bounds, values: Values, ratings: Ratings): void {
  const limits = gridLimits(values, ratings.grid);
  const reserves: Reserves = { import: reserveAt(values, 'Import'), export: reserveAt(values, 'Export') };
  const setpoint = values['grid/activePowerkW'];
  if (setpoint === undefined) {
    tightenBand(bounds, limits, reserves);
    noteReleased(bounds, values);
  } else tightenAround(bounds, limits, { ...reserves, setpoint });
}

interface Reserves {
  readonly import: number;
  readonly export: number;
}

// Without a setpoint, both reserves must fit between the limits, wherever in between the site is.
function tightenBand({ slacks }: Bounds, { hi, lo, hiSource, loSource }: GridLimits, reserves: Reserves): void {
  const kw = hi - lo - reserves.import - reserves.export;
  const binds = hiSource === loSource ? [hiSource] : [hiSource, loSource];
  slacks.import = tighter(slacks.import, { kw, binds });
  slacks.export = tighter(slacks.export, { kw, binds });
}

function tightenAround(
  { slacks }: Bounds,
  { hi, lo, hiSource, loSource }: GridLimits,
  { setpoint, ...reserves }: Reserves & { readonly setpoint: number },
): void {
  const base = clamp(setpoint, lo, hi);
  const [above, below] = [[hiSource], [loSource]];
  slacks.import = tighter(slacks.import, { kw: hi - base - reserves.import, binds: above });
  slacks.export = tighter(slacks.export, { kw: base - reserves.export - lo, binds: below });
  // A setpoint that is already cut by a limit can go no further; room that is already short must not get shorter.
  const up = setpoint > hi ? 0 : Math.max(hi - reserves.import, base) - setpoint;
  const down = setpoint < lo ? 0 : setpoint - Math.min(lo + reserves.export, base);
  slacks.up = tighter(slacks.up ?? UNBOUNDED, { kw: up, binds: above });
  slacks.down = tighter(slacks.down ?? UNBOUNDED, { kw: down, binds: below });
}

function tighter(one: Slack, other: Slack): Slack {
  return other.kw < one.kw ? other : one;
}

// An activation that exceeds its booking would move the storage as soon as more is booked.
function noteReleased({ released }: Bounds, values: Values): void {
  if (values['bess/activePowerkW'] === undefined) return;
  for (const service of ['afrr', 'mfrr'] as const) {
    const asked = values[`grid/${service}ActivationkW`] ?? 0;
    const [direction, side] = asked > 0 ? (['import', 'Import'] as const) : (['export', 'Export'] as const);
    const booked = values[`grid/${service}${side}BookingkW`] ?? 0;
    const key = `${service}/${direction}`;
    if (Math.abs(asked) <= booked || released.has(key)) continue;
    const activation = `grid/${service}ActivationkW` as const;
    released.set(key, { service, direction, activation, booking: `grid/${service}${side}BookingkW` });
  }
}
