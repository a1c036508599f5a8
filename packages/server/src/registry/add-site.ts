import type { SiteId } from '@setpoint/contract';
import { defineWrite } from '../store/define-write.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { appendEvents } from '../events/append-events.ts';
import type { Done } from '../trail/deed.ts';
import { changedBy } from '../trail/changed-by.ts';
import { recorded } from '../trail/recorded.ts';
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

const siteNameOf = statement<{ siteId: string }>()(({ db, param }) =>
  db.selectFrom('site').select('site_name').where('site_id', '=', param('siteId')),
);

type SiteParams = {
  siteId: string;
  siteName: string;
  timeZone: string;
  notes: string;
  holdSeconds: number | null;
  now: number;
};

const insertSite = statement<SiteParams>()(({ db, param }) =>
  db.insertInto('site').values({
    site_id: param('siteId'),
    site_name: param('siteName'),
    time_zone: param('timeZone'),
    notes: param('notes'),
    hold_seconds: param('holdSeconds'),
    created_at: param('now'),
    version: 0,
    state_hash: '',
    next_at: null,
    judge_at: null,
  }),
);

const insertKey = statement<{ keyId: string; siteId: string; keyHash: string; now: number }>()(({ db, param }) =>
  db.insertInto('controller_key').values({
    key_id: param('keyId'),
    site_id: param('siteId'),
    key_hash: param('keyHash'),
    created_at: param('now'),
    last_used_at: null,
  }),
);

export const addSite = defineWrite({
  name: 'addSite',
  run: recorded(siteRecord, async (tx: Tx, input: AddSiteInput & Done): Promise<AddSiteOutput> => {
    const { siteId, siteName, timeZone, notes = '', holdSeconds = null, controllerKey, now } = input;
    if ((await tx.first(siteNameOf, { siteId })) !== undefined) return { kind: 'site_exists' };
    await tx.run(insertSite, { siteId, siteName, timeZone, notes, holdSeconds, now });
    await tx.run(insertKey, { siteId, now, ...controllerKey });
    await appendEvents(tx, {
      siteId,
      now,
      events: [{ type: 'site.changed', data: { change: 'added', ...changedBy(input) } }],
    });
    return { kind: 'added' };
  }),
});
