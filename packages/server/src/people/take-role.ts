import { grantRows } from '../access/grant-rows.ts';
import type { Granted } from '../access/granted-to.ts';
import { defineWrite } from '../store/define-write.ts';
import { inForce } from '../store/in-force.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { Holder } from './holder.ts';
import { isHolder } from './is-holder.ts';
import { recorded } from '../trail/recorded.ts';
import { roleRecord } from './holder-record.ts';

export interface TakeRoleInput {
  readonly holder: Holder;
  readonly granted: Granted;
}

export type TakeRoleOutput = { readonly kind: 'taken' } | { readonly kind: 'role_missing' };

const onSite = statement<{ id: string; at: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('site_grant')
    .select('role')
    .where('client_id', '=', param('id'))
    .where('site_id', '=', param('at'))
    .where(inForce(dialect, 'ends_at')),
);

const onPool = statement<{ id: string; at: string }>()(({ db, dialect, param }) =>
  db
    .selectFrom('pool_grant')
    .select('role')
    .where('client_id', '=', param('id'))
    .where('pool_id', '=', param('at'))
    .where(inForce(dialect, 'ends_at')),
);

/** Takes back what a person or a group is on a site, a pool or all sites; what it is elsewhere stays. */
export const takeRole = defineWrite({
  name: 'takeRole',
  record: recorded(roleRecord),
  run: async (tx: Tx, { holder, granted }: TakeRoleInput): Promise<TakeRoleOutput> => {
    if (!(await isHolder(tx, holder))) return { kind: 'role_missing' };
    const [held, remove, at] =
      granted.kind === 'pool'
        ? ([onPool, grantRows.removeOnPool, granted.poolId] as const)
        : ([onSite, grantRows.removeOnSite, granted.siteId] as const);
    const there = { id: holder.id, at };
    if ((await tx.first(held, there)) === undefined) return { kind: 'role_missing' };
    await tx.run(remove, there);
    return { kind: 'taken' };
  },
});
