import type { SiteId } from '@setpoint/contract';
import { withSettledSites } from '../../delivery/steps/with-settled-entries.ts';
import { holdRows } from '../../sites/hold-rows.ts';
import type { Tx } from '../../store/tx.ts';
import { announceSites, type HeldSites, listUnder, lockSites } from './held-sites.ts';

/**
 * Puts some sites under a hold, as far as it covers anything there; answers with those that are.
 *
 *     lock ──▶ settle ──▶ raise ──▶ put on ──▶ announce
 *
 * - lock first: nobody sets anything meanwhile, so raise and put on find the same sites
 * - settle before the hold is there: what was due by now ran without it
 * - raise before put on: both take the sites that GETS_HELD names, and put on makes it false;
 *   put on also stores the version that raise gave
 */
export async function holdSites(tx: Tx, wanted: HeldSites): Promise<SiteId[]> {
  const { holdId, now } = wanted;
  const siteIds = JSON.stringify(wanted.siteIds);
  await lockSites(tx, wanted);
  await withSettledSites(tx, wanted, async () => {
    await tx.run(holdRows.raiseToHold, { holdId, siteIds });
    await tx.run(holdRows.putOn, { holdId, siteIds, now });
  });
  const sites = await listUnder(tx, wanted);
  await announceSites(tx, wanted, { sites, change: 'held' });
  return sites;
}
