import type { HoldId, SiteId } from '@setpoint/contract';
import { appendEvents } from '../../events/append-events.ts';
import { type AmongParams, isAmong, isUnderHold } from '../../sites/hold-rows.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { nameless } from '../../trail/nameless.ts';
import { readHold } from '../read-hold.ts';

/** Some sites, and the hold that is put on them or taken off. */
export interface HeldSites {
  readonly holdId: HoldId;
  readonly siteIds: readonly SiteId[];
  readonly now: number;
}

const sitesAmong = statement<{ siteIds: string }>()((building) =>
  building.db
    .selectFrom('site')
    .select('site_id')
    .where(isAmong('site.site_id', building))
    .orderBy('site_id')
    .forUpdate(),
);

/** Makes everybody wait who wants to set something on these sites. */
export function lockSites(tx: Tx, { siteIds }: HeldSites): Promise<void> {
  return tx.lock(sitesAmong, { siteIds: JSON.stringify(siteIds) });
}

const sitesUnderHold = statement<AmongParams>()((building) =>
  building.db.selectFrom('site_hold').select('site_id').where(isUnderHold(building)),
);

/** Those that are under the hold now. */
export async function listUnder(tx: Tx, { holdId, siteIds }: HeldSites): Promise<SiteId[]> {
  const rows = await tx.all(sitesUnderHold, { holdId, siteIds: JSON.stringify(siteIds) });
  return rows.map((row) => row.site_id as SiteId);
}

/** Tells it of each site; a later step of a hold, too, was done by whoever made or released that. */
export async function announceSites(
  tx: Tx,
  { holdId, now }: HeldSites,
  { sites, change }: { readonly sites: readonly SiteId[]; readonly change: 'held' | 'released' },
): Promise<void> {
  if (sites.length === 0) return;
  const hold = await readHold(tx, { holdId });
  const doer = (change === 'held' ? hold?.actor : hold?.releasedBy) ?? null;
  const actor = doer === null ? {} : { actor: nameless(doer) };
  const events = [{ type: 'site.changed', data: { change, holdId, ...actor } }] as const;
  for (const siteId of sites) await appendEvents(tx, { siteId, now, events });
}
