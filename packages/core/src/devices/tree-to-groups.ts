import type { Asset, Assets, BaseAssetGroup, BessAssetGroup, DeviceTreeNode, SiteId } from '@setpoint/contract';
import { checkTree, crossedRatings, nodePath } from './check-tree.ts';
import { findTops, partsOf, type Top } from './find-tops.ts';

/** The part of a report about one asset group that is kept as history; null where the report has no value. */
export interface Measurement {
  readonly asset: Asset;
  readonly powerKw: number | null;
  readonly socPercent: number | null;
}

export type TreeOutcome =
  | { readonly kind: 'groups'; readonly assets: Assets; readonly measurements: readonly Measurement[] }
  | { readonly kind: 'invalid'; readonly reason: string };

type BaseKind = BaseAssetGroup['type'];
const BASE_KINDS = ['grid', 'load', 'solar', 'ev', 'heatpump', 'genset', 'wind'] as const satisfies readonly BaseKind[];

/** The groups of a site that never reported. */
export function unknownAssets(): Assets {
  return { grid: null, bess: null, load: null, solar: null, ev: null, heatpump: null, genset: null, wind: null };
}

/** Adds a device tree up into the eight asset groups, or says which node makes that impossible. */
export function treeToGroups(siteId: SiteId, root: DeviceTreeNode): TreeOutcome {
  const problem = checkTree(root);
  if (problem !== undefined) return { kind: 'invalid', reason: problem };
  const topsByKind = findTops(root);
  const reason = [...topsByKind.values()].flat().map(ratingProblem).find(isText);
  if (reason !== undefined) return { kind: 'invalid', reason };
  const assets = { ...unknownAssets(), bess: bessGroup(siteId, nodesOf(topsByKind.get('bess'))) };
  for (const kind of BASE_KINDS) assets[kind] = baseGroup(siteId, kind, nodesOf(topsByKind.get(kind)));
  const overflown = Object.values(assets).find((group) => group !== null && !isFinite(group));
  if (overflown)
    return { kind: 'invalid', reason: `the sum of the values of all ${overflown.type} nodes is not finite` };
  return { kind: 'groups', assets, measurements: measurementsOf(assets) };
}

function isText(text: string | undefined): text is string {
  return text !== undefined;
}

function isFinite(group: BaseAssetGroup | BessAssetGroup): boolean {
  return Object.values(group).every((value) => typeof value !== 'number' || Number.isFinite(value));
}

function nodesOf(tops: readonly Top[] = []): DeviceTreeNode[] {
  return tops.map(({ node }) => node);
}

function ratingProblem({ node, path }: Top): string | undefined {
  const upper = powerOf(node, 'rated_power_upper_limit_kW');
  const lower = powerOf(node, 'rated_power_lower_limit_kW');
  if (upper === undefined) return `${nodePath(path)}: ${missingRating(node, 'upper')}`;
  if (lower === undefined) return `${nodePath(path)}: ${missingRating(node, 'lower')}`;
  return lower > upper ? `${nodePath(path)}: ${crossedRatings(lower, upper)}` : undefined;
}

function missingRating(node: DeviceTreeNode, side: 'upper' | 'lower'): string {
  return `${node.device_type} has no rated_power_${side}_limit_kW, and not all of its parts have one`;
}

function ratingsOf(nodes: readonly DeviceTreeNode[]) {
  const power = sumOfAll(nodes, 'active_power_kw');
  return {
    ratedPowerUpperLimitkW: sumOfAll(nodes, 'rated_power_upper_limit_kW') ?? 0,
    ratedPowerLowerLimitkW: sumOfAll(nodes, 'rated_power_lower_limit_kW') ?? 0,
    ...(power === undefined ? {} : { activePowerkW: power }),
  };
}

function baseGroup(siteId: SiteId, kind: BaseKind, nodes: readonly DeviceTreeNode[]): BaseAssetGroup | null {
  return nodes.length === 0 ? null : { id: `${siteId}:${kind}`, type: kind, ...ratingsOf(nodes) };
}

function bessGroup(siteId: SiteId, nodes: readonly DeviceTreeNode[]): BessAssetGroup | null {
  if (nodes.length === 0) return null;
  const soc = socOfAll(nodes);
  return {
    id: `${siteId}:bess`,
    type: 'bess',
    ...ratingsOf(nodes),
    availableStorageCapacitykWh: sumOfKnown(nodes.map(capacityOf)),
    soc: soc === null ? null : Math.round(soc * 100) / 100,
  };
}

type CapacityField = 'available_storage_capacity_kWh' | 'rated_energy';

// Interpretation: a storage of unknown size adds nothing, so that the capacity of the others stays usable.
/** kWh of a storage and its parts: the available capacity, or else the rated one. */
function capacityOf(node: DeviceTreeNode): number | null {
  return energyOf(node, 'available_storage_capacity_kWh') ?? energyOf(node, 'rated_energy');
}

function energyOf(node: DeviceTreeNode, field: CapacityField): number | null {
  return node[field] ?? sumOfKnown(partsOf(node).map((part) => energyOf(part, field)));
}

function sumOfKnown(values: readonly (number | null)[]): number | null {
  return values.reduce((sum, value) => (value === null ? sum : (sum ?? 0) + value), null);
}

/** The power and the state of charge of the asset groups that have any. */
export function measurementsOf(assets: Assets): Measurement[] {
  return Object.values(assets).flatMap((group) => {
    if (group === null) return [];
    const powerKw = group.activePowerkW ?? null;
    const socPercent = 'soc' in group ? group.soc : null;
    return powerKw === null && socPercent === null ? [] : [{ asset: group.type, powerKw, socPercent }];
  });
}

type PowerField = 'rated_power_upper_limit_kW' | 'rated_power_lower_limit_kW' | 'active_power_kw';

/** A node's own value, or else the sum of its parts if every part has one. */
function powerOf(node: DeviceTreeNode, field: PowerField): number | undefined {
  return node[field] ?? sumOfAll(partsOf(node), field);
}

/** The sum over nodes; undefined unless each of them has a value. */
function sumOfAll(nodes: readonly DeviceTreeNode[], field: PowerField): number | undefined {
  let sum: number | undefined;
  for (const node of nodes) {
    const value = powerOf(node, field);
    if (value === undefined) return undefined;
    sum = (sum ?? 0) + value;
  }
  return sum;
}

/** The state of charge of several storages: the mean by capacity, or the plain mean if no capacity is known. */
function socOfAll(nodes: readonly DeviceTreeNode[]): number | null {
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
