import type { SiteId } from '@setpoint/contract';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';

const putDue = statement<{ siteId: string }>()(({ db, param }) =>
  db.updateTable('plan_mark').set({ again_at: 0 }).where('site_id', '=', param('siteId')),
);

/** Has the plan of a site looked at again, for what its devices are now. */
export async function lookAgain(tx: Tx, { siteId }: { readonly siteId: SiteId }): Promise<void> {
  await tx.run(putDue, { siteId });
}
