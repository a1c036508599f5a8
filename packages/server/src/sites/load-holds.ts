import type { SiteId } from '@setpoint/contract';
import type { SiteHold } from '@setpoint/core';
import { readBy } from '../store/fields.ts';
import type { Tx } from '../store/tx.ts';

const holdsOfSite = readBy('site_hold', ['siteId'], ['asset', 'clientId', 'heldAt']);

/** What is held on a site. */
export async function loadHolds(tx: Tx, siteId: SiteId): Promise<SiteHold[]> {
  return tx.all(holdsOfSite, { siteId });
}
