import type { SiteId } from '@setpoint/contract';
import { readBy } from '../../store/fields.ts';
import { updateBy } from '../../store/put.ts';
import { defineWrite } from '../../store/define-write.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { appendEvents } from '../../events/append-events.ts';
import { findEndOfPage } from '../../store/find-end-of-page.ts';

const stateOf = readBy('site_state', ['siteId'], ['reportedAt', 'isAnnouncedOnline']);

const noteOffline = updateBy('site_state', ['siteId'], { isAnnouncedOnline: 0 });

interface AnnounceSilenceInput {
  readonly siteId: SiteId;
  readonly now: number;
  readonly offlineAfterMs: number;
  /** Before that, nobody could report. */
  readonly listeningSince: number;
}

/** Tells that a site is offline when it said nothing for too long, once. */
export const announceSilence = defineWrite({
  name: 'announceSilence',
  only: 'chosen',
  record: 'not recorded: the clock does it, and an event tells it',
  site: ({ siteId }) => siteId,
  run: async (tx: Tx, { siteId, now, offlineAfterMs, listeningSince }: AnnounceSilenceInput): Promise<void> => {
    const row = await tx.first(stateOf, { siteId });
    if (row === undefined || row.isAnnouncedOnline === 0) return;
    const silentAt = Math.max(row.reportedAt ?? 0, listeningSince) + offlineAfterMs;
    if (now <= silentAt) return;
    await tx.run(noteOffline, { siteId });
    await appendEvents(tx, {
      siteId,
      now,
      events: [{ type: 'site.offline', at: silentAt, data: { reason: 'silent' } }],
    });
  },
});

// Most sites are not silent, and are not to cost more than a look: this runs all the time.
const silentSites = statement<{ after: string; end: string; before: number }>()(({ db, param }) =>
  db
    .selectFrom('site_state')
    .select('site_id')
    .where('site_id', '>', param('after'))
    .where('site_id', '<=', param('end'))
    .where('is_announced_online', '=', 1)
    .where('reported_at', '<', param('before')),
);

const firstReport = statement<{ after: string; end: string }>()(({ db, param }) =>
  db
    .selectFrom('site_state')
    .select(({ fn }) => fn.min('reported_at').as('at'))
    .where('site_id', '>', param('after'))
    .where('site_id', '<=', param('end'))
    .where('is_announced_online', '=', 1),
);

export interface SilencePage {
  readonly after: string;
  readonly limit: number;
  /** Who was heard of since is not silent. */
  readonly before: number;
}

/**
 * Among the next sites after one, those that the log calls online though nothing was heard of them, and when one
 * that it calls online was heard of first: before that has had its time, none of these falls silent.
 */
export async function listSilentSites(tx: Tx, { after, limit, before }: SilencePage) {
  const { next, upToSite } = await findEndOfPage(tx, { after, sites: limit });
  const rows = await tx.all(silentSites, { after, end: upToSite, before });
  const first = await tx.first(firstReport, { after, end: upToSite });
  return { siteIds: rows.map((row) => row.site_id as SiteId), end: next, firstReportAt: first?.at ?? undefined };
}
