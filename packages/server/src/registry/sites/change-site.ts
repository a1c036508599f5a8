import { siteRows } from '../../sites/site-rows.ts';
import type { SiteId } from '@setpoint/contract';
import { defineWrite } from '../../store/define-write.ts';
import type { Tx } from '../../store/tx.ts';
import { appendEvents } from '../../events/append-events.ts';
import { readRegisteredSite } from './read-registered-site.ts';
import type { Done } from '../../trail/deed.ts';
import { changedBy } from '../../trail/changed-by.ts';
import { recorded } from '../../trail/recorded.ts';
import { siteRecord } from './site-record.ts';

export interface ChangeSiteInput {
  readonly siteId: SiteId;
  readonly siteName?: string;
  readonly timeZone?: string;
  readonly notes?: string;
  readonly holdSeconds?: number | null;
  readonly now: number;
}

export type ChangeSiteOutput =
  | {
      readonly kind: 'changed';
      /** Whether its controller has to be told. */
      readonly isRescheduled: boolean;
    }
  | { readonly kind: 'site_missing' };

const FIELDS = ['siteName', 'timeZone', 'notes', 'holdSeconds'] as const;

/** Changes how a site is registered: what is left out stays. */
export const changeSite = defineWrite({
  name: 'changeSite',
  site: ({ siteId }) => siteId,
  record: recorded(siteRecord),
  run: async (tx: Tx, { siteId, now, by, ...wanted }: ChangeSiteInput & Done): Promise<ChangeSiteOutput> => {
    const site = await readRegisteredSite(tx, { siteId });
    if (site === undefined) return { kind: 'site_missing' };
    const { siteName, timeZone, notes, holdSeconds } = { ...site, ...wanted };
    const fields = FIELDS.filter((field) => wanted[field] !== undefined && wanted[field] !== site[field]);
    // The snapshot says it too, and is another one then.
    const isRescheduled = fields.includes('holdSeconds');
    if (fields.length === 0) return { kind: 'changed', isRescheduled };
    await tx.run(siteRows.update, { siteId, siteName, timeZone, notes, holdSeconds });
    if (isRescheduled) await tx.run(siteRows.raise, { siteId });
    await appendEvents(tx, {
      siteId,
      now,
      events: [{ type: 'site.changed', data: { change: 'edited', fields, ...changedBy({ by }) } }],
    });
    return { kind: 'changed', isRescheduled };
  },
});
