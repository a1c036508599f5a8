import fc from 'fast-check';
import type { DeviceTreeNode, NodeType, SiteId } from '@setpoint/contract';
import { describe, expect, it } from 'vitest';
import { treeToGroups } from './tree-to-groups.ts';

const SITE = '0b0e9d3e-6a0f-4a57-9c1e-0f4f3f1f2a11' as SiteId;

describe('any tree', () => {
  const kinds = ['bess', 'solar', 'grid', 'rack'];
  const treeOfDepth: fc.Memo<DeviceTreeNode> = fc.memo<DeviceTreeNode>((depth): fc.Arbitrary<DeviceTreeNode> =>
    fc.record(
      {
        uid: fc.constant(''),
        node_type: fc.constantFrom<NodeType>('Device', 'SubGrid'),
        device_type: fc.constantFrom(...kinds),
        children: depth <= 1 ? fc.constant([]) : fc.array(treeOfDepth(depth - 1), { maxLength: 3 }),
        rated_power_lower_limit_kW: fc.integer({ min: -9, max: 0 }),
        rated_power_upper_limit_kW: fc.integer({ min: 0, max: 9 }),
        active_power_kw: fc.integer({ min: -9, max: 9 }),
        available_storage_capacity_kWh: fc.option(fc.integer({ min: 0, max: 9 })),
        soc: fc.option(fc.integer({ min: 0, max: 100 })),
      },
      { requiredKeys: ['uid', 'node_type', 'device_type', 'children', 'rated_power_lower_limit_kW'] },
    ),
  );

  interface Placed {
    readonly node: DeviceTreeNode;
    readonly above: readonly DeviceTreeNode[];
  }

  function flatten(node: DeviceTreeNode, above: readonly DeviceTreeNode[] = []): Placed[] {
    return [{ node, above }, ...node.children.flatMap((child) => flatten(child, [...above, node]))];
  }

  // Every node names its nearest ancestor of the same kind; tops are those that have none.
  function naiveSum(
    places: readonly Placed[],
    kind: string,
    field: 'rated_power_upper_limit_kW' | 'active_power_kw',
  ): number | undefined {
    const same = places.filter(({ node }) => node.device_type === kind);
    const parentOf = ({ above }: Placed) => above.findLast((node) => node.device_type === kind);
    const valueOf = (placed: Placed): number => {
      const own = placed.node[field];
      if (own !== undefined) return own;
      const parts = same.filter((other) => parentOf(other) === placed.node).map(valueOf);
      return parts.length === 0 ? Number.NaN : parts.reduce((sum, value) => sum + value);
    };
    const tops = same.filter((placed) => parentOf(placed) === undefined);
    const counted = kind === 'grid' ? tops.filter(isOutsideSubGrid).slice(0, 1) : tops;
    return counted.length === 0 ? undefined : counted.map(valueOf).reduce((sum, value) => sum + value);
  }

  function isOutsideSubGrid({ above }: Placed): boolean {
    return above.every((node) => node.node_type !== 'SubGrid');
  }

  it('gives the sums that a plain reading of the rules gives, or is invalid where they have no sum', () => {
    fc.assert(
      fc.property(treeOfDepth(4), (root) => {
        const places = flatten(root);
        places.forEach(({ node }, index) => (node.uid = `n${index}`));
        const outcome = treeToGroups(SITE, root);
        const upper = (kind: string) => naiveSum(places, kind, 'rated_power_upper_limit_kW');
        if (kinds.slice(0, 3).some((kind) => Number.isNaN(upper(kind)))) {
          expect(outcome.kind).toBe('invalid');
        } else {
          if (outcome.kind === 'invalid') throw new Error(outcome.reason);
          for (const kind of ['bess', 'solar', 'grid'] as const) {
            const power = naiveSum(places, kind, 'active_power_kw');
            expect(outcome.assets[kind]?.ratedPowerUpperLimitkW).toBe(upper(kind));
            expect(outcome.assets[kind]?.activePowerkW).toBe(Number.isNaN(power) ? undefined : power);
          }
          const soc = outcome.assets.bess?.soc ?? 0;
          expect(soc >= 0 && soc <= 100).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });
});
