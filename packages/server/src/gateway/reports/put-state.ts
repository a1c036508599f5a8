import type { Asset, SiteId } from '@setpoint/contract';
import type { Measurement } from '@setpoint/core';
import type { SplitTree } from '../../sites/split-tree.ts';
import { put } from '../../store/put.ts';
import type { Tx } from '../../store/tx.ts';

export interface ReportedDevices {
  readonly tree: SplitTree;
  readonly assets: string;
  /** See `ratingsText`. */
  readonly ratings: string;
  /** The assets whose power is not there. */
  readonly unmeasured: readonly Asset[];
  readonly measurements: readonly Measurement[];
}

/** Writes down what a report says of its site. */
export const putState = put('site_state', {
  key: ['siteId'],
  set: [
    'reportedAt',
    'ratings',
    'treeShape',
    'means',
    'applied',
    'session',
    'sequence',
    'replacedSessions',
    'revision',
    'rejected',
    'limited',
    'clockOffsetMs',
    'takes',
    'troubles',
    'watched',
  ],
  setUnlessNull: ['assets', 'treeNumbers'],
  always: { disconnectedAt: null, isAnnouncedOnline: 1 },
});

const putTree = put('device_tree', { key: ['siteId'], set: ['tree'] });

interface StoredDevices {
  readonly ratings: string | null;
  readonly tree_shape: string | null;
}

/** What of the state follows from the devices: what it was, where a report left them out. */
export function deviceTexts(before: StoredDevices, devices: ReportedDevices | undefined) {
  const { ratings, tree_shape: treeShape } = before;
  if (devices === undefined)
    return { assets: null, ratings: ratings ?? '', treeShape: treeShape ?? '', treeNumbers: null };
  const { assets, tree } = devices;
  return { assets, ratings: devices.ratings, treeShape: tree.shapeHash, treeNumbers: tree.numbers };
}

/** Writes the device tree without its numbers, if it is another one. */
export async function putDevices(
  tx: Tx,
  input: {
    readonly siteId: SiteId;
    readonly devices: ReportedDevices | undefined;
    readonly before: Pick<StoredDevices, 'tree_shape'>;
  },
): Promise<void> {
  const { siteId, devices, before } = input;
  if (devices === undefined || devices.tree.shapeHash === before.tree_shape) return;
  await tx.run(putTree, { siteId, tree: devices.tree.shape });
}
