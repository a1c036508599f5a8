import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import {
  announceStretch,
  type HeldStretch,
  isInStretch,
  isUnderHold,
  listStretch,
  lockStretch,
  type StretchParams,
} from './held-stretch.ts';
import { noteHeld, noteReleased } from './note-held.ts';

/**
 * Releases the sites of a stretch from a hold; what no other hold covers is carried out again.
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
export async function releaseSites(tx: Tx, stretch: HeldStretch): Promise<void> {
  const { holdId, from, to } = stretch;
  await lockStretch(tx, stretch);
  const sites = await listStretch(tx, stretch);
  await tx.run(raise, { holdId, from, to });
  await noteHeld(tx, stretch);
  await tx.run(takeOff, { holdId, from, to });
  await noteReleased(tx, stretch);
  await announceStretch(tx, stretch, { sites, change: 'released' });
}

const raise = statement<StretchParams>()(({ db, param }) =>
  db
    .updateTable('site')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where(isInStretch('site.site_id', { param }))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('site_hold')
          .select('site_hold.version')
          .whereRef('site_hold.site_id', '=', 'site.site_id')
          .where(isUnderHold({ param })),
      ),
    ),
);

const takeOff = statement<StretchParams>()(({ db, param }) => db.deleteFrom('site_hold').where(isUnderHold({ param })));
