import type { DeviceTreeNode, LimitedCommand, PairName, RejectedCommand, ToldTrouble } from '@setpoint/contract';
import {
  type Commands,
  FULL_ACTIVATION_MS,
  planAt,
  ratingsOf,
  type Resolved,
  resolveInstant,
  type Series,
  valuesAt,
} from '@setpoint/core';
import { noTarget, type PlantReading, type PlantTarget } from '../driver/driver.ts';
import type { Schedule } from '../protocol/parse-snapshot.ts';
import { limitedCommands } from './limited-commands.ts';
import { ownPowerKw, storageRange } from './own-power-kw.ts';
import { rejectCommands } from './reject-commands.ts';
import { dispatchPower } from './dispatch-power.ts';
import type { SiteSettings } from './site-settings.ts';
import { type SiteState, siteStateOf, withoutBrokenMeters } from './site-state.ts';
import { towards } from '../driver/clamp.ts';

/** How much of each activation is given now, in kW. */
interface Ramps {
  readonly afrr: number;
  readonly mfrr: number;
}

const SERVICES = ['afrr', 'mfrr'] as const;
// After a pause in control, the devices cannot have followed.
const LONGEST_STEP_MS = 10_000;

/**
 * The commands to carry out now, with each activation as far as its ramp has come. The whole booking is reached
 * within the full activation time, a smaller activation sooner. Where nothing is known of before, as after a start, an
 * activation has come as far as it could since it began: what is in force does not begin anew.
 */
function rampActivations(
  commands: Commands,
  before: { readonly atMs: number; readonly ramps: Ramps } | undefined,
  atMs: number,
): { commands: Commands; ramps: Ramps } {
  const values = valuesAt(commands, atMs);
  const stepMs = Math.min(LONGEST_STEP_MS, Math.max(0, atMs - (before?.atMs ?? atMs)));
  const ramped = new Map(commands);
  const ramps = { afrr: 0, mfrr: 0 };
  for (const service of SERVICES) {
    const pair: PairName = `grid/${service}ActivationkW`;
    const asked = values[pair];
    // An activation that has ended is gone at once, without a ramp.
    if (asked === undefined) continue;
    const bookedKw = (values[`grid/${service}ImportBookingkW`] ?? 0) + (values[`grid/${service}ExportBookingkW`] ?? 0);
    const [fromKw, overMs] =
      before === undefined ? [0, inForceFor(commands.get(pair), atMs)] : [before.ramps[service], stepMs];
    ramps[service] = towards(fromKw, asked, (bookedKw * overMs) / FULL_ACTIVATION_MS[service]);
    ramped.set(pair, [{ startMs: atMs, endMs: atMs + 1, value: ramps[service] }]);
  }
  return { commands: ramped, ramps };
}

function inForceFor(entries: Series = [], atMs: number): number {
  const entry = entries.find(({ startMs, endMs }) => startMs <= atMs && atMs < endMs);
  return atMs - (entry?.startMs ?? atMs);
}

export interface ControlInput {
  /** null if nothing is set, or nothing may be followed any more. */
  readonly schedule: Pick<Schedule, 'commands' | 'rejected'> | null;
  readonly reading: PlantReading;
  readonly settings: SiteSettings;
  /** The state after the tick before; undefined at the first. */
  readonly state: ControlState | undefined;
  readonly atMs: number;
}

export interface ControlState {
  readonly atMs: number;
  readonly ramps: Ramps;
  readonly target: PlantTarget;
  readonly free: FreePower;
}

export interface Control {
  readonly target: PlantTarget;
  /** The parts of the target that serve the connection point, and not only their own asset. */
  readonly gridParts: ReadonlySet<keyof PlantTarget>;
  readonly rejected: readonly RejectedCommand[];
  /** What is applied and can be served only in part. */
  readonly limited: readonly LimitedCommand[];
  /** The reading, ready to be reported. */
  readonly devices: DeviceTreeNode;
  readonly troubles: readonly ToldTrouble[];
  readonly state: ControlState;
}

const NOTHING_SET = { commands: new Map(), rejected: [] } satisfies ControlInput['schedule'];

/** Decides what the devices of a site do until the next tick. */
export function controlTick({ schedule, reading, settings, state, atMs }: ControlInput): Control {
  const devices = withoutBrokenMeters(reading.devices);
  const site = siteStateOf(settings.siteId, devices, state?.target.bessKw ?? 0);
  const frequencyHz = plausibleHz(reading.frequencyHz);
  const ability = { assets: site.assets, frequencyHz, unreached: reading.unreached ?? [] };
  const { commands: known, rejected: refused } = schedule ?? NOTHING_SET;
  const { doable, rejected } = rejectCommands(known, ability);
  const { commands, ramps } = rampActivations(doable, state, atMs);
  const isActivated = (planAt(commands, ratingsOf(site.assets), atMs).grid.offset ?? 0) !== 0;
  const free = isActivated && state !== undefined ? followFreePower(site, state.target, state.free) : site;
  const { target, gridParts, limited } = targetOf({ site, free, commands, settings, atMs, frequencyHz });
  return {
    target,
    gridParts,
    rejected: [...refused, ...rejected],
    limited,
    devices,
    troubles: reading.troubles ?? [],
    state: { atMs, ramps, target, free: { generationKw: free.generationKw, consumptionKw: free.consumptionKw } },
  };
}

interface Situation {
  readonly site: SiteState;
  readonly free: FreePower;
  readonly commands: Commands;
  readonly settings: SiteSettings;
  readonly atMs: number;
  readonly frequencyHz: number | null;
}

function targetOf({
  site,
  free,
  commands,
  settings,
  atMs,
  frequencyHz,
}: Situation): Pick<Control, 'target' | 'gridParts' | 'limited'> {
  const ratings = ratingsOf(site.assets);
  const values = valuesAt(commands, atMs);
  const plan = planAt(commands, ratings, atMs);
  const setpointKw = values['bess/activePowerkW'];
  const ownKw = ownPowerKw(site, settings, {
    setpointKw,
    optimalSocPercent: plan.bess.optimalSocPercent,
    reserve: plan.grid,
  });
  const baselineKw = free.consumptionKw - free.generationKw - ownKw;
  const deviationMhz = ((Number.isFinite(frequencyHz) ? frequencyHz : null) ?? 50) * 1_000 - 50_000;
  const tick = resolveInstant({ commands, ratings, atMs, deviationMhz, baselineKw });
  const isOwn = setpointKw === undefined && plan.bess.optimalSocPercent === null && isUntouched(tick, baselineKw);
  const storage = storageRange(site, settings.socWindow);
  const shared = dispatchPower(site, {
    gridKw: tick.gridKw,
    preferredKw: setpointKw,
    storage,
    ...boundsOf(tick, baselineKw),
    solarMaxKw: tick.solar.hi ?? Number.POSITIVE_INFINITY,
  });
  const target = isOwn ? { ...shared, bessKw: noTarget.bessKw } : shared;
  const alone = { bessKw: tick.grid.target === null ? ownKw : null, solarMaxKw: tick.solar.hi };
  const limited = limitedCommands({ site, values, tick, storage, target });
  return { target, gridParts: gridPartsOf(target, alone), limited };
}

// Less than any meter can show is rounding.
const LEAST_KW = 0.001;

/** All that is ordered, except what the commands of the asset alone would have asked for. */
function gridPartsOf(target: PlantTarget, alone: Partial<PlantTarget>): ReadonlySet<keyof PlantTarget> {
  const parts = Object.keys(target) as (keyof PlantTarget)[];
  return new Set(
    parts.filter((part) => {
      const [orderedKw, aloneKw] = [target[part], alone[part] ?? null];
      return orderedKw !== null && (aloneKw === null || Math.abs(orderedKw - aloneKw) > LEAST_KW);
    }),
  );
}

// No grid that people can use is beyond these; devices show 0 at night, and 655.35 for no value.
const PLAUSIBLE_HZ = { least: 45, most: 55 } as const;

/** NaN for what no grid has. */
function plausibleHz(frequencyHz: number | null): number | null {
  if (frequencyHz === null) return null;
  return frequencyHz >= PLAUSIBLE_HZ.least && frequencyHz <= PLAUSIBLE_HZ.most ? frequencyHz : Number.NaN;
}

// The storage is left to itself: it follows its own mode better than a controller that sees it a second later.
function isUntouched({ grid, gridKw }: Resolved, baselineKw: number): boolean {
  return grid.target === null && gridKw === baselineKw;
}

// For a setpoint solar is curtailed, but no consumption is shed: only limits and activations do that.
function boundsOf({ grid, gridKw }: Resolved, baselineKw: number): { leastGridKw: number; mostGridKw: number } {
  const isWanted = grid.target !== null;
  return {
    leastGridKw: isWanted || gridKw > baselineKw ? gridKw : (grid.lo ?? Number.NEGATIVE_INFINITY),
    mostGridKw: !isWanted && gridKw < baselineKw ? gridKw : (grid.hi ?? Number.POSITIVE_INFINITY),
  };
}

/** What a site would generate and consume if an activation did not hold it back. */
type FreePower = Pick<SiteState, 'generationKw' | 'consumptionKw'>;

/**
 * While an activation caps something, the last power without a cap counts: a baseline that fell with every cap
 * would ask for the next cap.
 */
function followFreePower({ generationKw, consumptionKw }: SiteState, target: PlantTarget, free: FreePower): FreePower {
  const isCurtailed = target.solarMaxKw !== null || target.windMaxKw !== null;
  const isShed = target.loadMaxKw !== null || target.evMaxKw !== null || target.heatpumpMaxKw !== null;
  return {
    generationKw: isCurtailed ? Math.max(generationKw, free.generationKw) : generationKw,
    consumptionKw: isShed ? Math.max(consumptionKw, free.consumptionKw) : consumptionKw,
  };
}
