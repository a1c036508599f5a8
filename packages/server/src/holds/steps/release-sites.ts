import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import {
  announceSites,
  type HeldSites,
  isAmong,
  isUnderHold,
  listUnder,
  lockSites,
  type AmongParams,
} from './held-sites.ts';
import { noteHeld, noteReleased } from './note-held.ts';

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
  await tx.run(raise, under);
  await noteHeld(tx, wanted);
  await tx.run(takeOff, under);
  await noteReleased(tx, wanted);
  await announceSites(tx, wanted, { sites, change: 'released' });
}

const raise = statement<AmongParams>()(({ db, dialect, param }) =>
  db
    .updateTable('site')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where(isAmong('site.site_id', { dialect, param }))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('site_hold')
          .select('site_hold.version')
          .whereRef('site_hold.site_id', '=', 'site.site_id')
          .where(isUnderHold({ dialect, param })),
      ),
    ),
);

const takeOff = statement<AmongParams>()(({ db, dialect, param }) =>
  db.deleteFrom('site_hold').where(isUnderHold({ dialect, param })),
);
