import type { Assets, SiteId } from '@setpoint/contract';
import { readBy } from '../store/fields.ts';
import type { Tx } from '../store/tx.ts';
import { assetsFromText } from './assets-from-text.ts';

const assetsOfSite = readBy('site_state', ['siteId'], ['assets']);

/** What the controller of a site measured last. */
export async function readAssets(tx: Tx, siteId: SiteId): Promise<Assets> {
  return assetsFromText((await tx.first(assetsOfSite, { siteId }))?.assets ?? null);
}
