import type { DeviceTreeNode, SiteId } from '@setpoint/contract';
import { joinTree } from '../sites/join-tree.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

const treeOf = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('device_tree')
    .innerJoin('site_state', 'site_state.site_id', 'device_tree.site_id')
    .select(['tree', 'tree_numbers'])
    .where('device_tree.site_id', '=', param('siteId')),
);

/** The device tree that a site reported last; null when it never did. */
export async function readDeviceTree(tx: Tx, { siteId }: { siteId: SiteId }): Promise<DeviceTreeNode | null> {
  const row = await tx.first(treeOf, { siteId });
  return row === undefined ? null : (JSON.parse(joinTree(row.tree, row.tree_numbers)) as DeviceTreeNode);
}
