import type { DeviceTreeNode } from '@setpoint/contract';
import { capacityOf } from './capacity-of.ts';
import { partsOf } from './find-tops.ts';

/** The state of charge of several storages: the mean by capacity, or the plain mean if no capacity is known. */
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

// Updated storage by storage, so that a single one keeps its value to the last digit.
function addToMean(mean: Mean | undefined, value: number, weight: number): Mean {
  if (mean === undefined) return { value, weight };
  const sum = mean.weight + weight;
  return { value: mean.value + (value - mean.value) * (weight / sum), weight: sum };
}
