import type { ClientId, SiteId } from '@setpoint/contract';
import { statement } from './statement.ts';
import type { Tx } from './tx.ts';

const storeRow = statement<Record<never, never>>()(({ db }) => db.selectFrom('store_state').select('id').forUpdate());

const clientRow = statement<{ clientId: string }>()(({ db, param }) =>
  db.selectFrom('client').select('client_id').where('client_id', '=', param('clientId')).forUpdate(),
);

const siteRow = statement<{ siteId: string }>()(({ db, param }) =>
  db.selectFrom('site').select('site_id').where('site_id', '=', param('siteId')).forUpdate(),
);

/** Lets no other node run a transaction that decides on what the whole store holds. */
export async function lockStoreState(tx: Tx): Promise<void> {
  await tx.lock(storeRow, {});
}

/** Lets no other node decide about this client until the commit. */
export async function lockClient(tx: Tx, clientId: ClientId): Promise<void> {
  await tx.lock(clientRow, { clientId });
}

/** Lets no other node write to this site until the commit; done already for a write whose input names the site. */
export async function lockSite(tx: Tx, siteId: SiteId): Promise<void> {
  await tx.lock(siteRow, { siteId });
}
