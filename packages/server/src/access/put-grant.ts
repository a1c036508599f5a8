import type { ClientId, SiteId } from '@setpoint/contract';
import { defineWrite } from '../store/define-write.ts';
import { NEVER } from '../store/in-force.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import { findClient } from '../identity/find-client.ts';
import { recorded } from '../trail/recorded.ts';
import { grantRecord } from './grant-record.ts';

/** Stands for every site there is and will be. */
export const ALL_SITES = '*';

export interface PutGrantInput {
  readonly clientId: ClientId;
  readonly siteId: SiteId | typeof ALL_SITES;
  readonly canSchedule: boolean;
  /** From then on it is as if it had been removed; left out, it never ends. */
  readonly endsAt?: number;
}

export type PutGrantOutput =
  | { readonly kind: 'granted' }
  | { readonly kind: 'client_missing' }
  | { readonly kind: 'site_missing' };

const upsertGrant = statement<{ clientId: string; siteId: string; canSchedule: number; endsAt: number }>()(
  ({ db, param }) =>
    db
      .insertInto('site_grant')
      .values({
        client_id: param('clientId'),
        site_id: param('siteId'),
        can_schedule: param('canSchedule'),
        ends_at: param('endsAt'),
      })
      .onConflict((conflict) =>
        conflict.columns(['client_id', 'site_id']).doUpdateSet((eb) => ({
          can_schedule: eb.ref('excluded.can_schedule'),
          ends_at: eb.ref('excluded.ends_at'),
        })),
      ),
);

const siteById = statement<{ siteId: string }>()(({ db, param }) =>
  db.selectFrom('site').select('site_id').where('site_id', '=', param('siteId')),
);

/** Sets what a client may do with a site, or with all; replaces what it could do there. */
export const putGrant = defineWrite({
  name: 'putGrant',
  site: ({ siteId }) => (siteId === ALL_SITES ? undefined : siteId),
  record: recorded(grantRecord.ofSite),
  run: async (tx: Tx, { clientId, siteId, canSchedule, endsAt = NEVER }: PutGrantInput): Promise<PutGrantOutput> => {
    if ((await findClient(tx, { clientId })) === undefined) return { kind: 'client_missing' };
    if (siteId !== ALL_SITES && (await tx.first(siteById, { siteId })) === undefined) return { kind: 'site_missing' };
    await tx.run(upsertGrant, { clientId, siteId, canSchedule: canSchedule ? 1 : 0, endsAt });
    return { kind: 'granted' };
  },
});
