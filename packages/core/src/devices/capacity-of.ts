import type { DeviceTreeNode } from '@setpoint/contract';
import { partsOf } from './find-tops.ts';

type CapacityField = 'available_storage_capacity_kWh' | 'rated_energy';

// Interpretation: a storage of unknown size adds nothing, so that the capacity of the others stays usable.
/** kWh of a storage and its parts: the available capacity, or else the rated one. */
export function capacityOf(node: DeviceTreeNode): number | null {
  return energyOf(node, 'available_storage_capacity_kWh') ?? energyOf(node, 'rated_energy');
}

function energyOf(node: DeviceTreeNode, field: CapacityField): number | null {
  return node[field] ?? sumOfKnown(partsOf(node).map((part) => energyOf(part, field)));
}

export function sumOfKnown(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, value) => (value === null ? sum : (sum ?? 0) + value), null);
}
