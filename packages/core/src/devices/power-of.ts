import type { DeviceTreeNode } from '@setpoint/contract';
import { partsOf } from './find-tops.ts';

type PowerField = 'rated_power_upper_limit_kW' | 'rated_power_lower_limit_kW' | 'active_power_kw';
type CapacityField = 'available_storage_capacity_kWh' | 'rated_energy';

/** A node's own value, else the sum over its parts when every part has one. */
export function powerOf(node: DeviceTreeNode, field: PowerField): number | undefined {
  return node[field] ?? sumOfAll(partsOf(node), field);
}

/** The sum over nodes; undefined unless every one of them has a value. */
export function sumOfAll(nodes: readonly DeviceTreeNode[], field: PowerField): number | undefined {
  let sum: number | undefined;
  for (const node of nodes) {
    const value = powerOf(node, field);
    if (value === undefined) return undefined;
    sum = (sum ?? 0) + value;
  }
  return sum;
}

// Interpretation: a storage of unknown size adds nothing to the others; their capacity stays usable.
/** kWh of a storage and its parts: what is available, else what it is rated for. */
export function capacityOf(node: DeviceTreeNode): number | null {
  return energyOf(node, 'available_storage_capacity_kWh') ?? energyOf(node, 'rated_energy');
}

function energyOf(node: DeviceTreeNode, field: CapacityField): number | null {
  return node[field] ?? sumOfKnown(partsOf(node).map((part) => energyOf(part, field)));
}

export function sumOfKnown(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, value) => (value === null ? sum : (sum ?? 0) + value), null);
}

/** Percent over several storages: weighted by capacity, the plain mean where no weight is known. */
export function socOfAll(nodes: readonly DeviceTreeNode[]): number | null {
  let plain: Mean | undefined;
  let weighted: Mean | undefined;
  for (const node of nodes) {
    const soc = node.soc ?? socOfAll(partsOf(node));
    if (soc === null) continue;
    const capacity = capacityOf(node) ?? 0;
    plain = addToMean(plain, soc, 1);
    if (capacity > 0) weighted = addToMean(weighted, soc, capacity);
  }
  return (weighted ?? plain)?.value ?? null;
}

interface Mean {
  readonly value: number;
  readonly weight: number;
}

// Moved step by step, so that one storage alone keeps its value to the last digit.
function addToMean(mean: Mean | undefined, value: number, weight: number): Mean {
  if (mean === undefined) return { value, weight };
  const sum = mean.weight + weight;
  return { value: mean.value + (value - mean.value) * (weight / sum), weight: sum };
}
