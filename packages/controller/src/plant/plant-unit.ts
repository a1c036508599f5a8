import type { Asset, DeviceTreeNode } from '@setpoint/contract';
import type { PlantTarget } from '../driver/driver.ts';
import type { LocalTime } from './local-time.ts';
import type { WeatherState } from './step-weather.ts';

/** All that a device can know when it takes a step; the step covers the time from `atMs` on. */
export interface PlantMoment {
  atMs: number;
  dtS: number;
  local: LocalTime;
  weather: WeatherState;
  target: PlantTarget;
  /** What the other devices together take from the grid in this step; a battery that follows the site steps last. */
  othersKw: number;
}

export type UnitKind = Exclude<Asset, 'grid'>;

/** One device of the plant, running. */
export interface PlantUnit {
  kind: UnitKind;
  /** Returns its active power with the sign of its kind. */
  step(moment: PlantMoment): number;
  node(): DeviceTreeNode;
}

/** What the node of a device says of it beside its name. */
export interface Nameplate {
  name: string;
  lowerKw: number;
  upperKw: number;
}

export function deviceNode(kind: Asset, plate: Nameplate, powerKw: number): DeviceTreeNode {
  return {
    uid: `${kind}-1`,
    node_type: 'Device',
    device_type: kind,
    name: plate.name,
    data_source: 'simulation',
    rated_power_upper_limit_kW: plate.upperKw,
    rated_power_lower_limit_kW: plate.lowerKw,
    active_power_kw: powerKw,
    children: [],
  };
}
