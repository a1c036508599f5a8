import { ENERGY_RULES } from '../plan/project-energy.ts';
import { followStorage } from './follow-storage.ts';
import {
  type Released,
  type ReleasedInterval,
  releasedStep,
  type ReleasedStep,
  releasedWatts,
} from './released-watts.ts';
import type { Headroom, HeadroomInput, HeadroomInterval } from './headroom-interval.ts';
import { sweepPieces } from './sweep-pieces.ts';
import type { Bounds } from './tighten-power.ts';

const WATTS_PER_KW = 1_000;

/** Lowers the headroom of bookings to what the storage can follow of the activations that more of them sets free. */
export function withReleased(
  intervals: readonly HeadroomInterval[],
  all: readonly Bounds[],
  input: HeadroomInput,
): HeadroomInterval[] {
  const { ratings, energyRules: rules = ENERGY_RULES } = input;
  const steps = stepsOf(all, input);
  const behind = slacksBehind(all);
  return intervals.map((interval, index) => {
    const lowered = [...(all[index]?.released.values() ?? [])].map((released) => {
      const slackBehindKwh = behind[index]?.[released.direction] ?? Number.POSITIVE_INFINITY;
      const kind = kindOf(released);
      const part = { released, steps: steps.get(released) ?? [], slackBehindKwh, rating: ratings.bess, rules };
      return [kind, lowerTo(interval.headroom[kind], part)] as const;
    });
    return lowered.length === 0
      ? interval
      : { ...interval, headroom: { ...interval.headroom, ...Object.fromEntries(lowered) } };
  });
}

function stepsOf(all: readonly Bounds[], input: HeadroomInput): Map<Released, ReleasedStep[]> {
  const { stored, ratings, energyRules: rules = ENERGY_RULES } = input;
  const steps = new Map<Released, ReleasedStep[]>();
  const energyOf = stored === null ? () => undefined : followStorage({ stored, ratings, rules });
  sweepPieces({ ...input, storedAt: stored?.at }, (piece, index) => {
    const held = energyOf(piece);
    for (const released of all[index]?.released.values() ?? []) {
      const known = steps.get(released) ?? [];
      known.push(releasedStep(released, piece, { held, rules }));
      steps.set(released, known);
    }
  });
  return steps;
}

/** The least slack of all intervals behind each, in kWh: the storage keeps what it was moved by. */
function slacksBehind(all: readonly Bounds[]): Bounds['energy'][] {
  let least = { import: Number.POSITIVE_INFINITY, export: Number.POSITIVE_INFINITY };
  const behind = all.toReversed().map(({ energy }) => {
    const found = least;
    least = { import: Math.min(least.import, energy.import), export: Math.min(least.export, energy.export) };
    return found;
  });
  return behind.toReversed();
}

function kindOf({ service, direction }: Released) {
  return `${service}${direction === 'import' ? 'Import' : 'Export'}` as const;
}

function lowerTo(found: Headroom | null, interval: ReleasedInterval): Headroom | null {
  if (found === null) return null;
  const most = found.kw === null ? Number.POSITIVE_INFINITY : Math.round(found.kw * WATTS_PER_KW);
  const watts = releasedWatts(interval, most);
  return watts === most ? found : { kw: watts / WATTS_PER_KW, binds: [interval.released.activation] };
}
