import { sql } from 'kysely';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { type HeldSites, isAmong, type AmongParams } from './held-sites.ts';

// Whether what lies on a site by a `site_hold` is meant for a `set_command` there.
const COVERS_COMMAND = sql<boolean>`(
  site_hold.site_id = set_command.site_id
  AND (site_hold.asset IS NULL OR site_hold.asset = set_command.asset)
  AND (site_hold.client_id IS NULL OR site_hold.client_id = set_command.client_id))`;

const setHeldAt = statement<AmongParams>()(({ db, dialect, param }) =>
  db
    .updateTable('set_command')
    .set((eb) => ({
      held_at: eb
        .selectFrom('site_hold')
        .select(({ fn }) => fn.min('site_hold.held_at').as('first'))
        .where(COVERS_COMMAND),
      released_at: null,
    }))
    .where(isAmong('set_command.site_id', { dialect, param }))
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('site_hold')
          .select('site_hold.version')
          .where('site_hold.hold_id', '=', param('holdId'))
          .where(COVERS_COMMAND),
      ),
    ),
);

/** Notes on the commands that a hold covers since when any hold has covered them. */
export function noteHeld(tx: Tx, { holdId, siteIds }: HeldSites): Promise<void> {
  return tx.run(setHeldAt, { holdId, siteIds: JSON.stringify(siteIds) });
}

const setReleasedAt = statement<{ siteIds: string } & { now: number }>()(({ db, dialect, param }) =>
  db
    .updateTable('set_command')
    .set((eb) => ({
      released_at: param('now'),
      released_version: eb
        .selectFrom('site')
        .select('site.version')
        .whereRef('site.site_id', '=', 'set_command.site_id'),
    }))
    .where(isAmong('set_command.site_id', { dialect, param }))
    .where('held_at', 'is not', null)
    .where('released_at', 'is', null)
    .where((eb) => eb.not(eb.exists(eb.selectFrom('site_hold').select('site_hold.version').where(COVERS_COMMAND)))),
);

/** Notes on the commands that were held and that no hold covers any more when they were released, and by which version. */
export function noteReleased(tx: Tx, { siteIds, now }: HeldSites): Promise<void> {
  return tx.run(setReleasedAt, { siteIds: JSON.stringify(siteIds), now });
}
