import { siteRows } from '../../sites/site-rows.ts';
import { batchRows } from '../../history/batch-rows.ts';
import { grantRows } from '../../access/grants/grant-rows.ts';
import type { SiteId } from '@setpoint/contract';
import { readBy } from '../../store/fields.ts';
import { defineWrite } from '../../store/define-write.ts';
import type { Tx } from '../../store/tx.ts';
import { appendEvents } from '../../events/append-events.ts';
import { endMemberships } from '../../pools/steps/write-memberships.ts';
import { withSettledEntries } from '../../delivery/steps/with-settled-entries.ts';
import type { Done } from '../../trail/deed.ts';
import { changedBy } from '../../trail/changed-by.ts';
import { recorded } from '../../trail/recorded.ts';
import { siteRecord } from './site-record.ts';

export type RemoveSiteOutput =
  | { readonly kind: 'removed' }
  | { readonly kind: 'site_missing' }
  | { readonly kind: 'name_differs'; readonly siteName: string };

const siteById = readBy('site', ['siteId'], ['siteName', 'nextAt', 'judgeAt']);

/** Removes a site, whose name the caller knows, with its schedules, its history and its keys. */
export const removeSite = defineWrite({
  name: 'removeSite',
  site: ({ siteId }) => siteId,
  ends: 'keys',
  record: recorded(siteRecord),
  run: async (
    tx: Tx,
    { siteId, siteName, now, by }: { siteId: SiteId; siteName: string; now: number } & Done,
  ): Promise<RemoveSiteOutput> => {
    const site = await tx.first(siteById, { siteId });
    if (site === undefined) return { kind: 'site_missing' };
    if (site.siteName !== siteName) return { kind: 'name_differs', siteName: site.siteName };
    await withSettledEntries(tx, { siteId, now, upTo: now, clock: site }, async () => {
      // A grant may stand for all sites, so no foreign key ties it to one: it is removed by hand,
      // lest a site added later under the same id be open to old clients.
      await tx.run(grantRows.removeOfSite, { siteId });
      await endMemberships(tx, { siteId, now });
      await tx.run(batchRows.removeOfSite, { siteId });
      await tx.run(siteRows.remove, { siteId });
    });
    await appendEvents(tx, {
      siteId,
      now,
      events: [{ type: 'site.changed', data: { change: 'removed', ...changedBy({ by }) } }],
    });
    return { kind: 'removed' };
  },
});
