import type { SiteId } from '@setpoint/contract';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { appendEvents } from '../events/append-events.ts';
import { readRegisteredSite } from './read-registered-site.ts';

export interface ChangeSiteInput {
  readonly siteId: SiteId;
  readonly siteName?: string;
  readonly timeZone?: string;
  readonly notes?: string;
  readonly now: number;
}

export type ChangeSiteOutput = { readonly kind: 'changed' } | { readonly kind: 'site_missing' };

const FIELDS = ['siteName', 'timeZone', 'notes'] as const;

const updateSite = statement<{ siteId: string; siteName: string; timeZone: string; notes: string }>()(({ db, param }) =>
  db
    .updateTable('site')
    .set({ site_name: param('siteName'), time_zone: param('timeZone'), notes: param('notes') })
    .where('site_id', '=', param('siteId')),
);

/** Changes how a site is registered: what is left out stays. */
export const changeSite = defineWrite({
  name: 'changeSite',
  site: ({ siteId }) => siteId,
  run: async (tx: Tx, { siteId, now, ...wanted }: ChangeSiteInput): Promise<ChangeSiteOutput> => {
    const site = await readRegisteredSite(tx, { siteId });
    if (site === undefined) return { kind: 'site_missing' };
    const { siteName, timeZone, notes } = { ...site, ...wanted };
    const fields = FIELDS.filter((field) => wanted[field] !== undefined && wanted[field] !== site[field]);
    if (fields.length === 0) return { kind: 'changed' };
    await tx.run(updateSite, { siteId, siteName, timeZone, notes });
    await appendEvents(tx, { siteId, now, events: [{ type: 'site.changed', data: { change: 'edited', fields } }] });
    return { kind: 'changed' };
  },
});
