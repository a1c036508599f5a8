import type { DeviceTreeNode } from '@setpoint/contract';
import type { PlantReading } from '../driver/driver.ts';
import { faultsOf, type Fault } from './fault.ts';

/** The reading as broken meters give it; the one at the connection point measures the frequency too. */
export function readFaultyMeters(reading: PlantReading, faults: readonly Fault[]): PlantReading {
  const broken = new Set<string>(faultsOf(faults, 'nan_meter').map((fault) => fault.device));
  if (broken.size === 0) return reading;
  return {
    ...reading,
    devices: withoutPower(reading.devices, broken),
    frequencyHz: broken.has('grid') ? Number.NaN : reading.frequencyHz,
  };
}

function withoutPower(node: DeviceTreeNode, broken: ReadonlySet<string>): DeviceTreeNode {
  const children = node.children.map((child) => withoutPower(child, broken));
  if (!broken.has(node.device_type) || node.active_power_kw === undefined) return { ...node, children };
  return { ...node, children, active_power_kw: Number.NaN };
}
