import type { SiteId } from '@setpoint/contract';
import { statement } from '../statement.ts';
import type { Tx } from '../store.ts';
import { appendEvents, type NewEvent } from './append-events.ts';
import { findEndOfPage } from './end-of-page.ts';
import { lockSite } from './lock-rows.ts';

/** Up to when the events of a site that come from the clock are written, and what was known then. */
export interface ClockMark {
  readonly checkedAt: number;
  readonly version: number;
  readonly revision: string | null;
  readonly nextAt: number;
}

interface SettleClockInput {
  readonly siteId: SiteId;
  readonly now: number;
  /** The instant of the mark that this one follows; another one there stops it. */
  readonly follows: number | null;
  readonly mark: ClockMark;
  readonly events: readonly NewEvent[];
}

const markOf = statement<{ siteId: string }>()(({ db, param }) =>
  db
    .selectFrom('site')
    .leftJoin('clock_mark', 'clock_mark.site_id', 'site.site_id')
    .select('checked_at')
    .where('site.site_id', '=', param('siteId')),
);

type MarkParams = { siteId: string; checkedAt: number; version: number; revision: string | null; nextAt: number };

const putMark = statement<MarkParams>()(({ db, param }) =>
  db
    .insertInto('clock_mark')
    .values({
      site_id: param('siteId'),
      checked_at: param('checkedAt'),
      version: param('version'),
      revision: param('revision'),
      next_at: param('nextAt'),
    })
    .onConflict((conflict) =>
      conflict.column('site_id').doUpdateSet((eb) => ({
        checked_at: eb.ref('excluded.checked_at'),
        version: eb.ref('excluded.version'),
        revision: eb.ref('excluded.revision'),
        next_at: eb.ref('excluded.next_at'),
      })),
    ),
);

/** From when on a new site has events that come from the clock: nothing of it needs a look before something is set. */
export async function startClock(tx: Tx, { siteId, now }: { readonly siteId: SiteId; readonly now: number }) {
  const nextAt = Number.MAX_SAFE_INTEGER;
  await tx.run(putMark, { siteId, checkedAt: now, version: 0, revision: null, nextAt });
}

/** Tells what the clock brought about on a site, and up to when: whoever else tries tells nothing twice. */
export async function settleClock(tx: Tx, input: SettleClockInput): Promise<void> {
  const { siteId, now, follows, mark, events } = input;
  await lockSite(tx, siteId);
  const row = await tx.first(markOf, { siteId });
  if (row === undefined || row.checked_at !== follows) return;
  await tx.run(putMark, { siteId, ...mark });
  await appendEvents(tx, { siteId, now, events });
}

const stateOf = statement<{ siteId: string }>()(({ db, param }) =>
  db.selectFrom('site_state').select(['reported_at', 'is_announced_online']).where('site_id', '=', param('siteId')),
);

const noteOffline = statement<{ siteId: string }>()(({ db, param }) =>
  db.updateTable('site_state').set({ is_announced_online: 0 }).where('site_id', '=', param('siteId')),
);

interface AnnounceSilenceInput {
  readonly siteId: SiteId;
  readonly now: number;
  readonly offlineAfterMs: number;
}

/** Tells that a site is offline when it said nothing for too long, once. */
export async function announceSilence(tx: Tx, { siteId, now, offlineAfterMs }: AnnounceSilenceInput): Promise<void> {
  await lockSite(tx, siteId);
  const row = await tx.first(stateOf, { siteId });
  if (row === undefined || row.is_announced_online === 0) return;
  const silentAt = (row.reported_at ?? 0) + offlineAfterMs;
  if (now <= silentAt) return;
  await tx.run(noteOffline, { siteId });
  await appendEvents(tx, { siteId, now, events: [{ type: 'site.offline', at: silentAt, data: { reason: 'silent' } }] });
}

type DueParams = { after: string; end: string; upTo: number; silentBefore: number };

// Most sites are not due, and are not to cost more than a look: this runs all the time.
const dueSites = statement<DueParams>()(({ db, param }) =>
  db
    .selectFrom('site')
    .leftJoin('site_state', 'site_state.site_id', 'site.site_id')
    .leftJoin('clock_mark', 'clock_mark.site_id', 'site.site_id')
    .select(['site.site_id', 'site.version', 'site_state.revision', 'reported_at', 'is_announced_online'])
    .select(['checked_at', 'clock_mark.version as mark_version', 'clock_mark.revision as mark_revision', 'next_at'])
    .where('site.site_id', '>', param('after'))
    .where('site.site_id', '<=', param('end'))
    .where((eb) =>
      eb.or([
        eb('clock_mark.site_id', 'is', null),
        eb('clock_mark.version', '<>', eb.ref('site.version')),
        eb(eb.fn.coalesce('clock_mark.revision', eb.val('')), '<>', eb.fn.coalesce('site_state.revision', eb.val(''))),
        eb('next_at', '<=', param('upTo')),
        eb.and([eb('is_announced_online', '=', 1), eb('reported_at', '<', param('silentBefore'))]),
      ]),
    )
    .orderBy('site.site_id'),
);

/** What the clock may have something to say about. */
export interface ClockedSite {
  readonly siteId: SiteId;
  readonly version: number;
  readonly revision: string | null;
  /** When it was heard of last; null when the log says that it is offline. */
  readonly onlineSince: number | null;
  readonly mark: ClockMark | undefined;
}

export interface ClockedPage {
  readonly after: string;
  readonly limit: number;
  /** Whose next instant is not behind this is left out, unless something else changed. */
  readonly upTo: number;
  /** Who was heard of since is left out likewise. */
  readonly silentBefore: number;
}

export interface ClockedSites {
  readonly sites: readonly ClockedSite[];
  /** Behind which the next page begins; undefined at the end. */
  readonly end: string | undefined;
}

/** Of some sites behind one, those that the clock may have something to say about. */
export async function listClockedSites(tx: Tx, input: ClockedPage): Promise<ClockedSites> {
  const { after, limit, upTo, silentBefore } = input;
  const { next, upToSite } = await findEndOfPage(tx, { after, sites: limit });
  const rows = await tx.all(dueSites, { after, end: upToSite, upTo, silentBefore });
  const sites = rows.map((row) => {
    const { checked_at: checkedAt, mark_version: version, mark_revision: revision, next_at: nextAt } = row;
    const isMarked = checkedAt !== null && version !== null && nextAt !== null;
    return {
      siteId: row.site_id as SiteId,
      version: row.version,
      revision: row.revision,
      onlineSince: row.is_announced_online === 1 ? row.reported_at : null,
      mark: isMarked ? { checkedAt, version, revision, nextAt } : undefined,
    };
  });
  return { sites, end: next };
}
