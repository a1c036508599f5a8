import type { DeviceTreeNode } from '@setpoint/contract';
import type { Ratings } from './device-ratings.ts';
import type { DeviceReading } from './read-device.ts';
import type { SunspecDeviceConfig } from './sunspec-site-config.ts';

/** The node of a device; without a current reading it has only its ratings. */
export function deviceNode(
  { uid, kind, name }: SunspecDeviceConfig,
  ratings: Ratings,
  reading: DeviceReading | undefined,
): DeviceTreeNode {
  const { powerKw, soc, ratedEnergyKwh, usableEnergyKwh } = reading ?? {};
  return {
    uid,
    node_type: 'Device',
    device_type: kind,
    name,
    data_source: 'sunspec',
    rated_power_upper_limit_kW: ratings.upperKw,
    rated_power_lower_limit_kW: ratings.lowerKw,
    ...(powerKw === undefined ? {} : { active_power_kw: powerKw }),
    ...(soc === undefined ? {} : { soc }),
    ...(ratedEnergyKwh === undefined ? {} : { rated_energy: ratedEnergyKwh }),
    ...(usableEnergyKwh === undefined ? {} : { available_storage_capacity_kWh: usableEnergyKwh }),
    children: [],
  };
}
