import type { SiteId } from '@setpoint/contract';
import { updateBy } from '../store/put.ts';
import type { Tx } from '../store/tx.ts';

const putDue = updateBy('plan_mark', ['siteId'], { againAt: 0 });

/** Has the plan of a site looked at again, for what its devices are now. */
export async function markPlanDue(tx: Tx, { siteId }: { readonly siteId: SiteId }): Promise<void> {
  await tx.run(putDue, { siteId });
}
