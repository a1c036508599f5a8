import type { SiteId } from '@setpoint/contract';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { holdFromRow, holdRows, type StoredHold } from './read-hold.ts';

const lyingOn = statement<{ siteId: string }>()(({ db, param }) =>
  holdRows({ db })
    .where('hold.hold_id', 'in', db.selectFrom('site_hold').select('hold_id').where('site_id', '=', param('siteId')))
    .orderBy('created_at')
    .orderBy('hold_id'),
);

/** The holds that lie on a site now, the oldest first. */
export async function listHoldsOnSite(tx: Tx, { siteId }: { readonly siteId: SiteId }): Promise<StoredHold[]> {
  return (await tx.all(lyingOn, { siteId })).map(holdFromRow);
}
