import type { SiteId } from '@setpoint/contract';
import type { ClockInstants } from '@setpoint/core';
import { listOf } from '../../store/list-of.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { settleSite, type Settling } from './settle-site.ts';

interface SettledSite extends Settling {
  /** The instants of the site, as this transaction read them. */
  readonly clock: ClockInstants;
}

/**
 * Settles what was due on a site before something changes what is set, held or applied there: afterwards nobody could
 * tell what was due. The change gets the instants at which the clock comes to the site next.
 */
export async function withSettledEntries<Output>(
  tx: Tx,
  { clock, ...settling }: SettledSite,
  change: (clock: ClockInstants) => Promise<Output> | Output,
): Promise<Output> {
  const isDue = clock.nextAt !== null && clock.nextAt <= settling.upTo;
  return change(isDue ? await settleSite(tx, settling) : clock);
}

/**
 * Up to when a report settles: what is applied at the very instant at which an entry starts has started with it, so
 * the report settles only what was due before its own instant. Any other change settles what was due by `now`.
 */
export function strictlyBefore(reportedAt: number): number {
  return reportedAt - 1;
}

const dueAmong = statement<{ siteIds: string; now: number }>()(({ db, dialect, param }) =>
  db
    .selectFrom('site')
    .select('site_id')
    .where('site_id', 'in', listOf(dialect, param('siteIds')))
    .where('next_at', '<=', param('now')),
);

/** The same for some sites. */
export async function withSettledSites<Output>(
  tx: Tx,
  { siteIds, now }: { readonly siteIds: readonly SiteId[]; readonly now: number },
  change: () => Promise<Output>,
): Promise<Output> {
  for (const row of await tx.all(dueAmong, { siteIds: JSON.stringify(siteIds), now })) {
    await settleSite(tx, { siteId: row.site_id as SiteId, now, upTo: now });
  }
  return change();
}
