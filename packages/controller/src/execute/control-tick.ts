import type { DeviceTreeNode, LimitedCommand, RejectedCommand, ToldTrouble } from '@setpoint/contract';
import { type Commands, planAt, ratingsOf, resolveInstant, type Resolved, valuesAt } from '@setpoint/core';
import { noTarget, type PlantReading, type PlantTarget } from '../driver/driver.ts';
import type { Schedule } from '../protocol/parse-snapshot.ts';
import { followFreePower, type FreePower } from './free-power.ts';
import { limitedCommands } from './limited-commands.ts';
import { ownPowerKw, storageRange } from './own-power-kw.ts';
import { rampActivations, type Ramps } from './ramp-activations.ts';
import { rejectCommands } from './reject-commands.ts';
import { dispatchPower } from './dispatch-power.ts';
import type { SiteSettings } from './site-settings.ts';
import { siteStateOf, type SiteState, withoutBrokenMeters } from './site-state.ts';

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
