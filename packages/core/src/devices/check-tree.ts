import { type DeviceTreeNode, LIMITS } from '@setpoint/contract';

const TEXTS = ['uid', 'device_type', 'name', 'data_source'] as const;
const NUMBERS = [
  'rated_power_upper_limit_kW',
  'rated_power_lower_limit_kW',
  'available_storage_capacity_kWh',
  'soc',
  'active_power_kw',
  'rated_energy',
] as const;
const CAPACITIES = ['available_storage_capacity_kWh', 'rated_energy'] as const;
const SHOWN_UID_LENGTH = 60;

/** Says what is wrong with a device tree and at which node; undefined if nothing is. */
export function checkTree(root: DeviceTreeNode): string | undefined {
  const uids = new Set<string>();
  let count = 0;
  const visit = (node: DeviceTreeNode, above: readonly DeviceTreeNode[]): string | undefined => {
    const path = [...above, node];
    count += 1;
    // Checked before the nodes below, so that no tree makes this recurse deeper.
    const problem = sizeProblem(path.length, count) ?? nodeProblem(node) ?? uidProblem(uids, node.uid);
    if (problem !== undefined) return `${nodePath(path)}: ${problem}`;
    for (const child of node.children) {
      const below = visit(child, path);
      if (below !== undefined) return below;
    }
    return undefined;
  };
  return visit(root, []);
}

/** The uids from the root to a node, made safe to store and show. */
export function nodePath(nodes: readonly DeviceTreeNode[]): string {
  return nodes.map(({ uid }) => shownUid(uid)).join('/');
}

function shownUid(uid: string): string {
  const cut = uid.length > SHOWN_UID_LENGTH ? `${uid.slice(0, SHOWN_UID_LENGTH)}…` : uid;
  return cut.toWellFormed().replaceAll('\0', '\uFFFD');
}

function sizeProblem(depth: number, count: number): string | undefined {
  if (depth > LIMITS.maxTreeDepth) return `is deeper than ${LIMITS.maxTreeDepth} levels`;
  return count > LIMITS.maxTreeNodes ? `is one node more than the ${LIMITS.maxTreeNodes} allowed` : undefined;
}

function uidProblem(uids: Set<string>, uid: string): string | undefined {
  if (uids.has(uid)) return 'this uid is used twice in the tree';
  uids.add(uid);
  return undefined;
}

function nodeProblem(node: DeviceTreeNode): string | undefined {
  return textProblem(node) ?? numberProblem(node) ?? rangeProblem(node);
}

function textProblem(node: DeviceTreeNode): string | undefined {
  const bad = TEXTS.find((field) => {
    const text = node[field];
    return text !== undefined && (text.includes('\0') || !text.isWellFormed());
  });
  return bad === undefined ? undefined : `${bad} contains U+0000 or half a surrogate pair`;
}

function numberProblem(node: DeviceTreeNode): string | undefined {
  const bad = NUMBERS.find((field) => {
    const number = node[field];
    return typeof number === 'number' && !Number.isFinite(number);
  });
  return bad === undefined ? undefined : `${bad} ${node[bad]} is not finite`;
}

function rangeProblem(node: DeviceTreeNode): string | undefined {
  const { rated_power_lower_limit_kW: lower, rated_power_upper_limit_kW: upper, soc } = node;
  if (lower !== undefined && upper !== undefined && lower > upper) return crossedRatings(lower, upper);
  if (typeof soc === 'number' && (soc < 0 || soc > 100)) return `soc ${soc} must be between 0 and 100`;
  // Interpretation: a negative capacity makes no sense, and as a weight it would put soc out of range.
  const bad = CAPACITIES.find((field) => (node[field] ?? 0) < 0);
  return bad === undefined ? undefined : `${bad} ${node[bad]} must not be negative`;
}

export function crossedRatings(lower: number, upper: number): string {
  return `rated_power_lower_limit_kW ${lower} exceeds rated_power_upper_limit_kW ${upper}`;
}
