import type { DeviceTreeNode } from '@setpoint/contract';
import { partsOf } from './find-tops.ts';

type PowerField = 'rated_power_upper_limit_kW' | 'rated_power_lower_limit_kW' | 'active_power_kw';

/** A node's own value, or else the sum of its parts if every part has one. */
export function powerOf(node: DeviceTreeNode, field: PowerField): number | undefined {
  return node[field] ?? sumOfAll(partsOf(node), field);
}

/** The sum over nodes; undefined unless each of them has a value. */
export function sumOfAll(nodes: readonly DeviceTreeNode[], field: PowerField): number | undefined {
  let sum: number | undefined;
  for (const node of nodes) {
    const value = powerOf(node, field);
    if (value === undefined) return undefined;
    sum = (sum ?? 0) + value;
  }
  return sum;
}
