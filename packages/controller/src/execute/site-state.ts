import { type Asset, type Assets, type DeviceTreeNode, parseSiteId } from '@setpoint/contract';
import { treeToGroups } from '@setpoint/core';

/** A site as its meters see it. */
export interface SiteState {
  readonly assets: Assets;
  readonly powers: Readonly<Record<Asset, number>>;
  /** What load, heat pumps, chargers and everything without a meter take. */
  readonly consumptionKw: number;
  readonly generationKw: number;
}

/** The tree without the values of broken meters: NaN would make the whole report invalid. */
export function withoutBrokenMeters(node: DeviceTreeNode): DeviceTreeNode {
  const sound = Object.entries(node).filter(
    ([name, value]) => typeof value !== 'number' || isPlausible(name, value, node),
  );
  return {
    ...(Object.fromEntries(sound) as unknown as DeviceTreeNode),
    children: node.children.map(withoutBrokenMeters),
  };
}

// Twice of what a device can do is a register of something else, or a wrong scale.
const MOST_OF_RATING = 2;

function isPlausible(name: string, value: number, node: DeviceTreeNode): boolean {
  if (!Number.isFinite(value)) return false;
  if (name === 'soc') return value >= 0 && value <= 100;
  const { rated_power_upper_limit_kW: upperKw, rated_power_lower_limit_kW: lowerKw } = node;
  if (name !== 'active_power_kw' || upperKw === undefined || lowerKw === undefined) return true;
  return Math.abs(value) <= MOST_OF_RATING * Math.max(Math.abs(upperKw), Math.abs(lowerKw)) + 1;
}

/** Adds up the devices; `bessKw` replaces the power of a storage that does not report it. */
export function siteStateOf(siteId: string, devices: DeviceTreeNode, bessKw: number): SiteState {
  const id = parseSiteId(siteId);
  if (id === undefined) throw new Error(`${siteId} is not a site id.`);
  const outcome = treeToGroups(id, devices);
  if (outcome.kind === 'invalid') throw new Error(`The device tree cannot be used: ${outcome.reason}`);
  const { assets } = outcome;
  const powerOf = (asset: Asset): number => assets[asset]?.activePowerkW ?? 0;
  const powers = {
    grid: powerOf('grid'),
    bess: assets.bess?.activePowerkW ?? (assets.bess === null ? 0 : bessKw),
    load: powerOf('load'),
    solar: powerOf('solar'),
    ev: powerOf('ev'),
    heatpump: powerOf('heatpump'),
    genset: powerOf('genset'),
    wind: powerOf('wind'),
  };
  const generationKw = powers.solar + powers.wind;
  // The meter at the connection point sees what nothing else measures.
  const consumptionKw =
    assets.grid?.activePowerkW === undefined
      ? powers.load + powers.ev + powers.heatpump
      : powers.grid + powers.bess + powers.genset + generationKw;
  return { assets, powers, consumptionKw, generationKw };
}
