import type { Ratings } from '../devices/rating.ts';
import { bessAt } from '../plan/bess-at.ts';
import { NEGLIGIBLE } from '../plan/excess-of.ts';
import {
  ENERGY_RULES,
  type EnergyRules,
  flowOf,
  needsAt,
  slackAbove,
  type StoredEnergy,
} from '../plan/project-energy.ts';
import type { PlanInput } from '../plan/resolve-plan.ts';
import type { Step } from '../plan/segment.ts';
import { type Slice, sweep, type Window } from '../time/sweep.ts';
import { type Bounds, boundsOf, tightenPower, type Slack } from './tighten-power.ts';

const MS_PER_HOUR = 3_600_000;
const WATTS_PER_KW = 1_000;

export const HEADROOM_KINDS = [
  'afrrImport',
  'afrrExport',
  'mfrrImport',
  'mfrrExport',
  'fcrImport',
  'fcrExport',
  'setpointUp',
  'setpointDown',
] as const;
export type HeadroomKind = (typeof HEADROOM_KINDS)[number];

export interface Headroom {
  /** To the watt, rounded down; null where nothing bounds it. */
  readonly kw: number | null;
  /** What limits it. */
  readonly binds: readonly (Step['source'] | 'energy')[];
}

/** How much more fits throughout an interval beside what is set, for each kind on its own. */
export interface HeadroomInterval {
  readonly from: number;
  readonly to: number;
  /** Whether the stored energy is known throughout. */
  readonly isEnergyKnown: boolean;
  /** null for setpoints where none is set. */
  readonly headroom: Readonly<Record<HeadroomKind, Headroom | null>>;
}

export interface HeadroomInput extends PlanInput {
  /** The length of each interval; the last one ends with the window. */
  readonly stepMs: number;
}

/** The most that can be added to each kind over each interval without a new issue in the plan. */
export function resolveHeadroom(input: HeadroomInput): HeadroomInterval[] {
  const { commands, ratings, window, stepMs, stored, energyRules: rules = ENERGY_RULES } = input;
  const all = intervalsOf(window, stepMs);
  const storage = stored === null || stored.at >= window.toMs ? undefined : followStorage(stored, ratings, rules);
  const fromMs = Math.min(window.fromMs, stored?.at ?? window.fromMs);
  sweep(commands, { fromMs, toMs: window.toMs }, (slice) => {
    for (const piece of piecesOf(slice, { window, stepMs, cutMs: stored?.at })) {
      const bounds = all[Math.floor((piece.fromMs - window.fromMs) / stepMs)];
      if (bounds !== undefined) tightenPower(bounds, piece.values, ratings);
      if (piece.fromMs >= (stored?.at ?? Number.POSITIVE_INFINITY)) storage?.pass(piece, bounds);
    }
  });
  return all.map((bounds) => intervalOf(bounds, rules));
}

function intervalsOf({ fromMs, toMs }: Window, stepMs: number): Bounds[] {
  const count = Math.ceil((toMs - fromMs) / stepMs);
  return Array.from({ length: count }, (_, index) => {
    const from = fromMs + index * stepMs;
    return boundsOf(from, Math.min(toMs, from + stepMs));
  });
}

interface Cuts {
  readonly window: Window;
  readonly stepMs: number;
  readonly cutMs: number | undefined;
}

/** A slice, cut where intervals begin and where the storage was last known. */
function* piecesOf(slice: Slice, { window, stepMs, cutMs }: Cuts): Generator<Slice> {
  let { fromMs } = slice;
  while (fromMs < slice.toMs) {
    const index = Math.floor((fromMs - window.fromMs) / stepMs);
    let toMs = Math.min(slice.toMs, fromMs < window.fromMs ? window.fromMs : window.fromMs + (index + 1) * stepMs);
    if (cutMs !== undefined && cutMs > fromMs && cutMs < toMs) toMs = cutMs;
    yield { fromMs, toMs, values: slice.values };
    fromMs = toMs;
  }
}

/** Follows the stored energy piece by piece, as long as it is known. */
function followStorage({ capacityKwh, socPercent }: StoredEnergy, ratings: Ratings, rules: EnergyRules) {
  let energyKwh = (capacityKwh * socPercent) / 100;
  let isKnown = true;
  return {
    pass({ fromMs, toMs, values }: Slice, bounds: Bounds | undefined): void {
      if (!isKnown) return;
      const { target } = bessAt(values, ratings.bess);
      const lengthMs = toMs - fromMs;
      const after = energyKwh - ((target === null ? 0 : flowOf(target, rules)) * lengthMs) / MS_PER_HOUR;
      if (bounds !== undefined) {
        const needs = needsAt(values, rules);
        const room = { before: capacityKwh - energyKwh, after: capacityKwh - after };
        bounds.energy.import = Math.min(bounds.energy.import, slackAbove(room, needs.import, lengthMs));
        const held = { before: energyKwh, after };
        bounds.energy.export = Math.min(bounds.energy.export, slackAbove(held, needs.export, lengthMs));
        // Without a target it is known at the first instant, and only there.
        if (target !== null) bounds.knownMs += lengthMs;
      }
      energyKwh = after;
      isKnown = target !== null;
    },
  };
}

function intervalOf(bounds: Bounds, rules: EnergyRules): HeadroomInterval {
  const { from, to, slacks, energy } = bounds;
  const booking = (service: keyof EnergyRules['hours'], direction: 'import' | 'export'): Headroom => {
    const released = bounds.released.get(`${service}/${direction}`);
    if (released !== undefined) return { kw: 0, binds: [released] };
    return narrower(headroomOf(slacks[direction]), {
      kw: wattsWithin(energy[direction] / rules.hours[service]),
      binds: ['energy'],
    });
  };
  const setpoint = (slack: Slack | undefined) => (slack === undefined ? null : bounded(headroomOf(slack)));
  return {
    from,
    to,
    isEnergyKnown: bounds.knownMs === to - from,
    headroom: {
      afrrImport: booking('afrr', 'import'),
      afrrExport: booking('afrr', 'export'),
      mfrrImport: booking('mfrr', 'import'),
      mfrrExport: booking('mfrr', 'export'),
      fcrImport: booking('fcr', 'import'),
      fcrExport: booking('fcr', 'export'),
      setpointUp: setpoint(slacks.up),
      setpointDown: setpoint(slacks.down),
    },
  };
}

type Found = Headroom & { readonly kw: number };

function headroomOf(slack: Slack): Found {
  return { kw: wattsWithin(slack.kw + NEGLIGIBLE), binds: slack.binds };
}

function narrower(power: Found, energy: Found): Headroom {
  if (power.kw === energy.kw) return bounded({ kw: power.kw, binds: [...power.binds, ...energy.binds] });
  return bounded(power.kw < energy.kw ? power : energy);
}

function bounded({ kw, binds }: Found): Headroom {
  return kw === Number.POSITIVE_INFINITY ? { kw: null, binds: [] } : { kw, binds };
}

// In whole watts, because one sum of kilowatts in ten is off at the edge.
function wattsWithin(slackKw: number): number {
  return Math.max(0, Math.ceil(slackKw * WATTS_PER_KW) - 1) / WATTS_PER_KW;
}
