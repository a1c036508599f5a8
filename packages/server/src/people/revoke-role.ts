import { grantRows } from '../access/grants/grant-rows.ts';
import type { Granted } from '../access/grants/granted-to.ts';
import { defineWrite } from '../store/define-write.ts';
import { inForce } from '../store/in-force.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { Holder } from './holder.ts';
import { isHolder } from './is-holder.ts';
import { recorded } from '../trail/recorded.ts';
import { roleRecord } from './holder-record.ts';

export interface RevokeRoleInput {
  readonly holder: Holder;
  readonly granted: Granted;
}

export type RevokeRoleOutput = { readonly kind: 'revoked' } | { readonly kind: 'role_missing' };

const onSite = statement<{ clientId: string; siteId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('site_grant')
    .select('role')
    .where('client_id', '=', param('clientId'))
    .where('site_id', '=', param('siteId'))
    .where(inForce(dialect, 'ends_at')),
);

const onPool = statement<{ clientId: string; poolId: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('pool_grant')
    .select('role')
    .where('client_id', '=', param('clientId'))
    .where('pool_id', '=', param('poolId'))
    .where(inForce(dialect, 'ends_at')),
);

/** Revokes the role of a person or a group on a site, a pool or all sites; roles elsewhere stay. */
export const revokeRole = defineWrite({
  name: 'revokeRole',
  record: recorded(roleRecord),
  run: async (tx: Tx, { holder, granted }: RevokeRoleInput): Promise<RevokeRoleOutput> => {
    if (!(await isHolder(tx, holder))) return { kind: 'role_missing' };
    const clientId = holder.id;
    if (granted.kind === 'pool') {
      const there = { clientId, poolId: granted.poolId };
      if ((await tx.first(onPool, there)) === undefined) return { kind: 'role_missing' };
      await tx.run(grantRows.removeOnPool, there);
      return { kind: 'revoked' };
    }
    const there = { clientId, siteId: granted.siteId };
    if ((await tx.first(onSite, there)) === undefined) return { kind: 'role_missing' };
    await tx.run(grantRows.removeOnSite, there);
    return { kind: 'revoked' };
  },
});
