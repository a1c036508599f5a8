import type { SiteId } from '@setpoint/contract';
import { readBy } from '../../store/fields.ts';
import type { Tx } from '../../store/tx.ts';

const siteByHash = readBy('controller_key', ['keyHash'], ['siteId']);

/** Whose key it is, or was before it ended. */
export async function findSiteOfKey(tx: Tx, { keyHash }: { keyHash: string }): Promise<SiteId | undefined> {
  const row = await tx.first(siteByHash, { keyHash });
  return row?.siteId as SiteId | undefined;
}
