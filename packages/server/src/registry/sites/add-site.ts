import { siteRows } from '../../sites/site-rows.ts';
import { keyRows } from '../../identity/keys/key-rows.ts';
import type { SiteId } from '@setpoint/contract';
import { findSite } from '../../access/sites/find-site.ts';
import { defineWrite } from '../../store/define-write.ts';
import type { Tx } from '../../store/tx.ts';
import { appendEvents } from '../../events/append-events.ts';
import type { Done } from '../../trail/deed.ts';
import { changedBy } from '../../trail/changed-by.ts';
import { NEVER } from '../../store/in-force.ts';
import { recorded } from '../../trail/recorded.ts';
import { siteRecord } from './site-record.ts';

export interface AddSiteInput {
  readonly siteId: SiteId;
  readonly siteName: string;
  readonly timeZone: string;
  readonly notes?: string;
  readonly holdSeconds?: number | null;
  /** The first key of the site's controller: known here by its hash alone. */
  readonly controllerKey: { readonly keyId: string; readonly keyHash: string };
  readonly now: number;
}

export type AddSiteOutput = { readonly kind: 'added' } | { readonly kind: 'site_exists' };

export const addSite = defineWrite({
  name: 'addSite',
  record: recorded(siteRecord),
  run: async (tx: Tx, input: AddSiteInput & Done): Promise<AddSiteOutput> => {
    const { siteId, siteName, timeZone, notes = '', holdSeconds = null, controllerKey, now } = input;
    if ((await findSite(tx, { siteId })) !== undefined) return { kind: 'site_exists' };
    await tx.run(siteRows.insert, { siteId, siteName, timeZone, notes, holdSeconds, createdAt: now });
    await tx.run(keyRows.insert, { ...controllerKey, siteId, createdAt: now, endsAt: NEVER, thumbprints: '' });
    await appendEvents(tx, {
      siteId,
      now,
      events: [{ type: 'site.changed', data: { change: 'added', ...changedBy(input) } }],
    });
    return { kind: 'added' };
  },
});
