import { holdRows } from '../../sites/hold-rows.ts';
import type { Tx } from '../../store/tx.ts';
import { announceSites, type HeldSites, listUnder, lockSites } from './held-sites.ts';

/**
 * Releases some sites from a hold; what no other hold covers is carried out again.
 *
 *              while the hold is on the sites         │ afterwards
 *     lock ──▶ list ──▶ raise ──▶ note held ──▶ take off ──▶ note released ──▶ announce
 *
 * - list, raise and note held go by what is under the hold: take off leaves nothing there
 * - note held copies to the commands since when they are held: take off deletes that with the hold
 * - note released finds the held commands that nothing covers any more, and stores the version that raise gave
 *
 * Nothing is settled: what was held came to nothing, and that is not told.
 */
export async function releaseSites(tx: Tx, wanted: HeldSites): Promise<void> {
  const under = { holdId: wanted.holdId, siteIds: JSON.stringify(wanted.siteIds) };
  await lockSites(tx, wanted);
  const sites = await listUnder(tx, wanted);
  await tx.run(holdRows.raiseToRelease, under);
  await noteHeld(tx, wanted);
  await tx.run(holdRows.takeOff, under);
  await noteReleased(tx, wanted);
  await announceSites(tx, wanted, { sites, change: 'released' });
}

/** Notes on the commands that a hold covers since when any hold has covered them. */
function noteHeld(tx: Tx, { holdId, siteIds }: HeldSites): Promise<void> {
  return tx.run(holdRows.noteHeld, { holdId, siteIds: JSON.stringify(siteIds) });
}

/** Notes on the commands that were held and that no hold covers any more when they were released, and by which version. */
function noteReleased(tx: Tx, { siteIds, now }: HeldSites): Promise<void> {
  return tx.run(holdRows.noteReleased, { siteIds: JSON.stringify(siteIds), now });
}
