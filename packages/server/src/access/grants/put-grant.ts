import type { ClientId, SiteId } from '@setpoint/contract';
import { put } from '../../store/put.ts';
import { findSite } from '../sites/find-site.ts';
import { defineWrite } from '../../store/define-write.ts';
import { NEVER } from '../../store/in-force.ts';
import type { Tx } from '../../store/tx.ts';
import { findClient } from '../../identity/find-client.ts';
import { recorded } from '../../trail/recorded.ts';
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

const upsertGrant = put('site_grant', { key: ['clientId', 'siteId'], set: ['canSchedule', 'endsAt'] });

/** Sets what a client may do with a site, or with all; replaces what it could do there. */
export const putGrant = defineWrite({
  name: 'putGrant',
  site: ({ siteId }) => (siteId === ALL_SITES ? undefined : siteId),
  record: recorded(grantRecord.ofSite),
  run: async (tx: Tx, { clientId, siteId, canSchedule, endsAt = NEVER }: PutGrantInput): Promise<PutGrantOutput> => {
    if ((await findClient(tx, { clientId })) === undefined) return { kind: 'client_missing' };
    if (siteId !== ALL_SITES && (await findSite(tx, { siteId })) === undefined) return { kind: 'site_missing' };
    await tx.run(upsertGrant, { clientId, siteId, canSchedule: canSchedule ? 1 : 0, endsAt });
    return { kind: 'granted' };
  },
});
