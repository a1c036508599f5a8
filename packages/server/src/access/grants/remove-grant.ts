import type { ClientId, SiteId } from '@setpoint/contract';
import { removeBy } from '../../store/put.ts';
import { defineWrite } from '../../store/define-write.ts';
import { inForce } from '../../store/in-force.ts';
import { statement } from '../../store/statement.ts';
import type { Tx } from '../../store/tx.ts';
import { ALL_SITES } from './put-grant.ts';
import { recorded } from '../../trail/recorded.ts';
import { grantRecord } from './grant-record.ts';

export type RemoveGrantOutput = { readonly kind: 'removed' } | { readonly kind: 'grant_missing' };

const grantOf = statement<{ clientId: string; siteId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('site_grant')
    .select('can_schedule')
    .where('client_id', '=', param('clientId'))
    .where('site_id', '=', param('siteId'))
    .where('role', 'is', null)
    .where(inForce(dialect, 'ends_at')),
);

const deleteGrant = removeBy('site_grant', ['clientId', 'siteId']);

/** Takes back one grant: of a site, or the one of all sites; either leaves the other alone. */
export const removeGrant = defineWrite({
  name: 'removeGrant',
  site: ({ siteId }) => (siteId === ALL_SITES ? undefined : siteId),
  record: recorded(grantRecord.ofSite),
  run: async (tx: Tx, input: { clientId: ClientId; siteId: SiteId | typeof ALL_SITES }): Promise<RemoveGrantOutput> => {
    if ((await tx.first(grantOf, input)) === undefined) return { kind: 'grant_missing' };
    await tx.run(deleteGrant, input);
    return { kind: 'removed' };
  },
});
