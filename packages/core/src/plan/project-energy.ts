import type { Ratings } from '../devices/rating.ts';
import { type Slice, sweep } from '../time/sweep.ts';
import type { Commands, Values } from '../time/values-at.ts';
import { bessTargetAt } from './bess-at.ts';
import { excessOf } from './excess-of.ts';
import { RESERVES } from './reserve-at.ts';

const MS_PER_HOUR = 3_600_000;

/** What a storage held at one instant. */
export interface StoredEnergy {
  readonly at: number;
  readonly capacityKwh: number;
  readonly socPercent: number;
}

export interface EnergyRules {
  readonly chargingEfficiency: number;
  readonly dischargingEfficiency: number;
  /** How long each service must be able to deliver what is booked. */
  readonly hours: { readonly fcr: number; readonly afrr: number; readonly mfrr: number };
}

export const ENERGY_RULES: EnergyRules = {
  chargingEfficiency: 0.95,
  dischargingEfficiency: 0.95,
  hours: { fcr: 0.25, afrr: 1, mfrr: 1 },
};

/** When the reserves first lack backing: energy to export, or room to import. */
export interface EnergyViolation {
  readonly at: number;
  readonly direction: 'import' | 'export';
  /** The most that is missing before the plan changes next. */
  readonly missingKwh: number;
}

export interface EnergyOutlook {
  /** Up to when the stored energy is known; null if it is not known at all. */
  readonly knownUntil: number | null;
  readonly unknownBecause: 'nothing_reported' | 'no_target' | null;
  readonly violation: EnergyViolation | null;
}

export interface EnergyInput {
  readonly commands: Commands;
  readonly ratings: Ratings;
  readonly stored: StoredEnergy | null;
  readonly toMs: number;
  readonly rules: EnergyRules;
}

/** Follows the stored energy along the target of the storage, as far as there is one. */
export function projectEnergy({ commands, ratings, stored, toMs, rules }: EnergyInput): EnergyOutlook {
  if (stored === null) return { knownUntil: null, unknownBecause: 'nothing_reported', violation: null };
  let energyKwh = (stored.capacityKwh * stored.socPercent) / 100;
  let outlook: EnergyOutlook = { knownUntil: Math.max(stored.at, toMs), unknownBecause: null, violation: null };
  sweep(commands, { fromMs: stored.at, toMs }, (slice) => {
    const target = bessTargetAt(slice.values, ratings.bess);
    const kwhPerHour = target === null ? 0 : -flowOf(target, rules);
    const stretch = { slice, energyKwh, kwhPerHour, capacityKwh: stored.capacityKwh };
    // Without a target the energy is still known at the first instant, and only there.
    const violation = outlook.violation ?? findViolation(stretch, needsAt(slice.values, rules));
    outlook = { ...outlook, violation };
    if (target === null) outlook = { ...outlook, knownUntil: slice.fromMs, unknownBecause: 'no_target' };
    energyKwh = energyAfter(stretch);
    return target !== null;
  });
  return outlook;
}

/** kW that leave the storage itself, losses included. */
export function flowOf(powerKw: number, { chargingEfficiency, dischargingEfficiency }: EnergyRules): number {
  return powerKw > 0 ? powerKw / dischargingEfficiency : powerKw * chargingEfficiency;
}

/** kWh that the bookings require: room to import, and energy to export. */
interface Needs {
  readonly import: number;
  readonly export: number;
}

export function needsAt(values: Values, { hours }: EnergyRules): Needs {
  const need = ({ fcr, afrr, mfrr }: (typeof RESERVES)['Import' | 'Export']) =>
    (values[fcr] ?? 0) * hours.fcr + (values[afrr] ?? 0) * hours.afrr + (values[mfrr] ?? 0) * hours.mfrr;
  return { import: need(RESERVES.Import), export: need(RESERVES.Export) };
}

interface Stretch {
  readonly slice: Slice;
  readonly energyKwh: number;
  readonly kwhPerHour: number;
  readonly capacityKwh: number;
}

function energyAfter({ slice, energyKwh, kwhPerHour }: Stretch): number {
  return energyKwh + (kwhPerHour * (slice.toMs - slice.fromMs)) / MS_PER_HOUR;
}

function findViolation(stretch: Stretch, needs: Needs): EnergyViolation | null {
  const before = stretch.energyKwh;
  const after = energyAfter(stretch);
  const room = { before: stretch.capacityKwh - before, after: stretch.capacityKwh - after };
  const runsOut = firstBelow({ before, after }, needs.export, stretch.slice);
  const fillsUp = firstBelow(room, needs.import, stretch.slice);
  if (runsOut === null && fillsUp === null) return null;
  return (runsOut?.at ?? Number.POSITIVE_INFINITY) <= (fillsUp?.at ?? Number.POSITIVE_INFINITY)
    ? violationOf('export', runsOut)
    : violationOf('import', fillsUp);
}

function violationOf(direction: 'import' | 'export', fall: Fall | null): EnergyViolation | null {
  return fall === null ? null : { at: fall.at, direction, missingKwh: fall.missingKwh };
}

type Fall = Pick<EnergyViolation, 'at' | 'missingKwh'>;

/** How much a need could grow over a stretch and still be met at each of its instants. */
export function slackAbove({ before, after }: Line, need: number, lengthMs: number): number {
  const atLastMs = after + (before - after) / lengthMs;
  return Math.min(before, atLastMs) - need;
}

export interface Line {
  readonly before: number;
  readonly after: number;
}

//  before |\
//         | \            The need is met up to where the line crosses it;
//  need   |--\------     the next millisecond is the first that falls short.
//  after  |   \
function firstBelow(line: Line, need: number, { fromMs, toMs }: Slice): Fall | null {
  const { before, after } = line;
  const missingKwh = excessOf(need - Math.min(before, after));
  if (missingKwh === 0) return null;
  if (excessOf(need - before) > 0) return { at: fromMs, missingKwh };
  const share = Math.max(0, before - need) / (before - after);
  const at = Math.floor(fromMs + share * (toMs - fromMs)) + 1;
  return at < toMs ? { at, missingKwh } : null;
}
