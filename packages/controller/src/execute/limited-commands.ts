import { type LimitedCommand, namesOfPair, type PairName } from '@setpoint/contract';
import { activatedKw, type Resolved, type Values } from '@setpoint/core';
import { capped, clamp } from '../driver/clamp.ts';
import type { PlantTarget } from '../driver/driver.ts';
import type { PowerRange } from './own-power-kw.ts';
import type { SiteState } from './site-state.ts';

interface Decided {
  readonly site: SiteState;
  readonly values: Values;
  readonly tick: Resolved;
  readonly storage: PowerRange;
  readonly target: PlantTarget;
}

const TOLERATED_KW = 0.5;
const TOLERATED_SHARE = 0.01;

/** The commands in force that this target serves less than they ask for. */
export function limitedCommands(decided: Decided): LimitedCommand[] {
  const { values, tick, target } = decided;
  // Left to itself, the storage serves nobody.
  if (target.bessKw === null && decided.site.assets.bess !== null) return [];
  const servedKw = expectedGridKw(decided);
  const setpointKw = values['grid/activePowerkW'];
  const addedKw = activatedKw(values) + tick.fcrKw;
  // Without a setpoint, the resolved power is what is asked for: its baseline is the site's own.
  const askedKw = setpointKw === undefined ? tick.gridKw : setpointKw + addedKw;
  const by = isNear(servedKw, tick.gridKw) ? 'limit' : causeOf(decided);
  const found: [PairName, number | undefined][] = [
    ['grid/activePowerkW', setpointKw !== undefined && !isNear(servedKw, askedKw) ? servedKw : undefined],
    ['grid/upperLimitkW', beyond(servedKw, values['grid/upperLimitkW'])],
    ['grid/lowerLimitkW', opposite(beyond(-servedKw, opposite(values['grid/lowerLimitkW'])))],
    ...ACTIVATIONS.map((pair) => [pair, givenOf(values[pair], askedKw - servedKw)] as [PairName, number | undefined]),
  ];
  const limited = found.flatMap(([pair, kW]) =>
    kW === undefined ? [] : [{ ...namesOfPair(pair), by, kW: shown(kW) }],
  );
  return [...limited, ...limitedStorage(decided, addedKw)];
}

const ACTIVATIONS = ['grid/afrrActivationkW', 'grid/mfrrActivationkW'] as const;

function limitedStorage(decided: Decided, addedKw: number): LimitedCommand[] {
  const { values, target } = decided;
  const setpointKw = values['bess/activePowerkW'];
  // Beside a setpoint for the connection point, the storage's own is only a preference.
  if (setpointKw === undefined || target.bessKw === null || values['grid/activePowerkW'] !== undefined) return [];
  const kW = shown(target.bessKw);
  if (isNear(target.bessKw, setpointKw - addedKw)) return [];
  return [{ ...namesOfPair('bess/activePowerkW'), by: causeOf(decided, 'limit'), kW }];
}

/** Where the connection point is once the devices did what they are told. */
function expectedGridKw({ site, target }: Decided): number {
  const { powers, consumptionKw } = site;
  const { load, ev, heatpump, solar, wind } = powers;
  const shedKw =
    load +
    ev +
    heatpump -
    capped(load, target.loadMaxKw) -
    capped(ev, target.evMaxKw) -
    capped(heatpump, target.heatpumpMaxKw);
  const generatedKw = capped(solar, target.solarMaxKw) + capped(wind, target.windMaxKw);
  return consumptionKw - shedKw - generatedKw - (target.bessKw ?? 0) - (target.gensetKw ?? 0);
}

/** What keeps the devices from more: the storage is at its end, or all are at their ratings. */
function causeOf({ site, storage, target }: Decided, otherwise = 'rating'): string {
  const { bess } = site.assets;
  if (bess === null || target.bessKw === null) return otherwise;
  const { ratedPowerLowerLimitkW: lowerKw, ratedPowerUpperLimitkW: upperKw } = bess;
  const end = [
    { atKw: storage.lowKw, ratedKw: lowerKw },
    { atKw: storage.highKw, ratedKw: upperKw },
  ].find(({ atKw }) => atKw === target.bessKw);
  if (end === undefined) return otherwise;
  return isNear(end.atKw, end.ratedKw) ? 'rating' : 'soc';
}

function givenOf(askedKw: number | undefined, missingKw: number): number | undefined {
  if (askedKw === undefined || askedKw === 0) return undefined;
  const givenKw = clamp(askedKw - missingKw, Math.min(0, askedKw), Math.max(0, askedKw));
  return isNear(givenKw, askedKw) ? undefined : givenKw;
}

function beyond(powerKw: number, mostKw: number | undefined): number | undefined {
  return mostKw === undefined || powerKw < mostKw || isNear(powerKw, mostKw) ? undefined : powerKw;
}

function opposite(kw: number | undefined): number | undefined {
  return kw === undefined ? undefined : -kw;
}

function isNear(oneKw: number, otherKw: number): boolean {
  return Math.abs(oneKw - otherKw) <= Math.max(TOLERATED_KW, TOLERATED_SHARE * Math.abs(otherKw));
}

function shown(kw: number): number {
  // No zero below zero.
  return Math.round(kw * 1_000) / 1_000 + 0;
}
