import type { SiteId } from '@setpoint/contract';
import { sql } from 'kysely';
import { withSettledSites } from '../../delivery/steps/with-settled-entries.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { announceSites, type HeldSites, isAmong, listUnder, lockSites, type AmongParams } from './held-sites.ts';

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
    await tx.run(raise, { holdId, siteIds });
    await tx.run(putOn, { holdId, siteIds, now });
  });
  const sites = await listUnder(tx, wanted);
  await announceSites(tx, wanted, { sites, change: 'held' });
  return sites;
}

// Which sites get another version, said of a `site` and the `hold`. One of a client covers a site where it set something.
const GETS_HELD = sql<boolean>`(
  (hold.client_id IS NULL OR EXISTS (
    SELECT 1 FROM set_command WHERE set_command.site_id = site.site_id AND set_command.client_id = hold.client_id))
  AND NOT EXISTS (
    SELECT 1 FROM site_hold WHERE site_hold.hold_id = hold.hold_id AND site_hold.site_id = site.site_id))`;

const raise = statement<AmongParams>()(({ db, dialect, param }) =>
  db
    .updateTable('site')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where(isAmong('site.site_id', { dialect, param }))
    .where((eb) =>
      eb.exists(
        eb.selectFrom('hold').select('hold.hold_id').where('hold.hold_id', '=', param('holdId')).where(GETS_HELD),
      ),
    ),
);

const putOn = statement<AmongParams & { now: number }>()(({ db, dialect, param }) =>
  db
    .insertInto('site_hold')
    .columns(['hold_id', 'site_id', 'asset', 'client_id', 'version', 'held_at'])
    .expression((eb) =>
      eb
        .selectFrom('site')
        .innerJoin('hold', (join) => join.on('hold.hold_id', '=', param('holdId')))
        .select(['hold.hold_id', 'site.site_id', 'hold.asset', 'hold.client_id', 'site.version'])
        .select((select) => select.cast<number>(select.val(param('now')), 'bigint').as('held_at'))
        .where(isAmong('site.site_id', { dialect, param }))
        .where(GETS_HELD),
    ),
);
