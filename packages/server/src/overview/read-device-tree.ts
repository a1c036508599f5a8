import type { DeviceTreeNode, SiteId } from '@setpoint/contract';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

const treeOf = statement<{ siteId: string }>()(({ db, param }) =>
  db.selectFrom('device_tree').select('tree').where('site_id', '=', param('siteId')),
);

/** The device tree that a site reported last; null when it never did. */
export async function readDeviceTree(tx: Tx, { siteId }: { siteId: SiteId }): Promise<DeviceTreeNode | null> {
  const row = await tx.first(treeOf, { siteId });
  return row === undefined ? null : (JSON.parse(row.tree) as DeviceTreeNode);
}
