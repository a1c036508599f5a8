import { NEGLIGIBLE } from '../plan/excess-of.ts';
import { ENERGY_RULES, type EnergyRules, needsAt, slackAbove } from '../plan/project-energy.ts';
import type { Slice, Window } from '../time/sweep.ts';
import type { Headroom, HeadroomInput, HeadroomInterval } from './headroom-interval.ts';
import { followStorage, type HeldEnergy } from './follow-storage.ts';
import { sweepPieces } from './sweep-pieces.ts';
import { type Bounds, boundsOf, tightenPower, type Slack } from './tighten-power.ts';
import { withReleased } from './with-released.ts';

const WATTS_PER_KW = 1_000;

/** The most that can be added to each kind over each interval without a new issue in the plan. */
export function resolveHeadroom(input: HeadroomInput): HeadroomInterval[] {
  const { ratings, window, stepMs, stored, energyRules: rules = ENERGY_RULES } = input;
  const all = intervalsOf(window, stepMs);
  const energyOf = stored === null ? unknown : followStorage({ stored, ratings, rules });
  sweepPieces({ ...input, storedAt: stored?.at }, (piece, index) => {
    const bounds = all[index];
    const held = energyOf(piece);
    if (bounds === undefined) return;
    tightenPower(bounds, piece.values, ratings);
    if (held !== undefined) tightenEnergy(bounds, held, { piece, rules });
  });
  const intervals = all.map((bounds) => intervalOf(bounds, rules));
  return all.some(({ released }) => released.size > 0) ? withReleased(intervals, all, input) : intervals;
}

const unknown = () => undefined;

function intervalsOf({ fromMs, toMs }: Window, stepMs: number): Bounds[] {
  const count = Math.ceil((toMs - fromMs) / stepMs);
  return Array.from({ length: count }, (_, index) => {
    const from = fromMs + index * stepMs;
    return boundsOf(from, Math.min(toMs, from + stepMs));
  });
}

function tightenEnergy(bounds: Bounds, held: HeldEnergy, { piece, rules }: { piece: Slice; rules: EnergyRules }): void {
  const needs = needsAt(piece.values, rules);
  const lengthMs = piece.toMs - piece.fromMs;
  const { energy } = bounds;
  energy.import = Math.min(energy.import, slackAbove(held.import, needs.import, lengthMs));
  energy.export = Math.min(energy.export, slackAbove(held.export, needs.export, lengthMs));
  if (held.hasTarget) bounds.knownMs += lengthMs;
}

function intervalOf(bounds: Bounds, rules: EnergyRules): HeadroomInterval {
  const { from, to, slacks, energy } = bounds;
  const booking = (service: keyof EnergyRules['hours'], direction: 'import' | 'export'): Headroom => {
    const kw = wattsIn(energy[direction] / rules.hours[service]);
    return narrower(headroomOf(slacks[direction]), { kw, binds: ['energy'] });
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

// What doubles take from a whole watt; far less than what anybody asks for.
const NOISE_WATTS = 1e-6;

function wattsIn(kw: number): number {
  return Math.max(0, Math.floor(kw * WATTS_PER_KW + NOISE_WATTS)) / WATTS_PER_KW;
}
