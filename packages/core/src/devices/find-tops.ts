import { type Asset, ASSETS, type DeviceTreeNode } from '@setpoint/contract';

/** A node that represents a kind of device, and the path of nodes from the root to it. */
export interface Top {
  readonly node: DeviceTreeNode;
  readonly path: readonly DeviceTreeNode[];
}

const ordinalByKind = new Map<string, number>(ASSETS.map((kind, ordinal) => [kind, ordinal]));

/** The first nodes of each kind on every path from the root; for `grid`, only the connection point itself. */
export function findTops(root: DeviceTreeNode): Map<Asset, Top[]> {
  const tops = new Map<Asset, Top[]>(ASSETS.map((kind) => [kind, []]));
  const visit = (node: DeviceTreeNode, above: readonly DeviceTreeNode[], seenKinds: number): void => {
    const path = [...above, node];
    const ordinal = ordinalByKind.get(node.device_type);
    let seen = seenKinds;
    if (ordinal !== undefined && (seen & (1 << ordinal)) === 0) {
      tops.get(node.device_type as Asset)?.push({ node, path });
      seen |= 1 << ordinal;
    }
    for (const child of node.children) visit(child, path, seen);
  };
  visit(root, [], 0);
  tops.set('grid', connectionPoint(tops.get('grid') ?? []));
  return tops;
}

function connectionPoint(grids: readonly Top[]): Top[] {
  const first = grids.find(({ path }) => path.slice(0, -1).every((node) => node.node_type !== 'SubGrid'));
  return first === undefined ? [] : [first];
}

/** The nearest nodes of the same kind below a node, whatever is in between. */
export function partsOf(node: DeviceTreeNode): DeviceTreeNode[] {
  const parts: DeviceTreeNode[] = [];
  const collect = (from: DeviceTreeNode): void => {
    for (const child of from.children) {
      if (child.device_type === node.device_type) parts.push(child);
      else collect(child);
    }
  };
  collect(node);
  return parts;
}
