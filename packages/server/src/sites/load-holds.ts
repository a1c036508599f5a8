import type { SiteId } from '@setpoint/contract';
import type { SiteHold } from '@setpoint/core';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

const holdsOfSite = statement<{ siteId: string }>()(({ db, param }) =>
  db.selectFrom('site_hold').select(['asset', 'client_id', 'held_at']).where('site_id', '=', param('siteId')),
);

/** What is held on a site. */
export async function loadHolds(tx: Tx, siteId: SiteId): Promise<SiteHold[]> {
  const rows = await tx.all(holdsOfSite, { siteId });
  return rows.map((row) => ({ asset: row.asset, clientId: row.client_id, heldAt: row.held_at }));
}
