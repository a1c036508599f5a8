import type { HoldId, SiteId } from '@setpoint/contract';
import { sql } from 'kysely';
import { appendEvents } from '../../events/append-events.ts';
import { type Building, statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';

/** The sites of a stretch, by their ids, and the hold that is put on them or taken off. */
export interface HeldStretch {
  readonly holdId: HoldId;
  readonly from: SiteId;
  readonly to: SiteId;
  readonly now: number;
}

export type StretchParams = { holdId: string; from: string; to: string };

export function isInStretch(
  column: 'site.site_id' | 'site_hold.site_id' | 'set_command.site_id',
  { param }: Pick<Building<Omit<StretchParams, 'holdId'>>, 'param'>,
) {
  return sql<boolean>`${sql.ref(column)} BETWEEN ${param('from')} AND ${param('to')}`;
}

/** Which sites a release gives another version, said of a `site_hold`. */
export function isUnderHold({ param }: Pick<Building<StretchParams>, 'param'>) {
  return sql<boolean>`(site_hold.hold_id = ${param('holdId')} AND ${isInStretch('site_hold.site_id', { param })})`;
}

const sitesInStretch = statement<StretchParams>()(({ db, param }) =>
  db.selectFrom('site').select('site_id').where(isInStretch('site.site_id', { param })).orderBy('site_id').forUpdate(),
);

/** Makes everybody wait who wants to set something on these sites. */
export function lockStretch(tx: Tx, { holdId, from, to }: HeldStretch): Promise<void> {
  return tx.lock(sitesInStretch, { holdId, from, to });
}

const sitesUnderHold = statement<StretchParams>()(({ db, param }) =>
  db.selectFrom('site_hold').select('site_id').where(isUnderHold({ param })),
);

/** The sites of a stretch that are under the hold now. */
export async function listStretch(tx: Tx, { holdId, from, to }: HeldStretch): Promise<SiteId[]> {
  const rows = await tx.all(sitesUnderHold, { holdId, from, to });
  return rows.map((row) => row.site_id as SiteId);
}

interface AnnouncedChange {
  readonly sites: readonly SiteId[];
  readonly change: 'held' | 'released';
}

export async function announceStretch(
  tx: Tx,
  { holdId, now }: HeldStretch,
  { sites, change }: AnnouncedChange,
): Promise<void> {
  const events = [{ type: 'site.changed', data: { change, holdId } }] as const;
  for (const siteId of sites) await appendEvents(tx, { siteId, now, events });
}
