import { grantRows } from '../access/grant-rows.ts';
import { canSchedule, type Role } from '@setpoint/contract';
import type { Granted } from '../access/granted-to.ts';
import { ALL_SITES } from '../access/put-grant.ts';
import { defineWrite } from '../store/define-write.ts';
import { NEVER } from '../store/in-force.ts';
import { lockStoreState } from '../store/lock-site.ts';
import { statement } from '../store/statement.ts';
import type { Tx } from '../store/tx.ts';
import type { Holder } from './holder.ts';
import { isHolder } from './is-holder.ts';
import { recorded } from '../trail/recorded.ts';
import { roleRecord } from './holder-record.ts';

export interface GiveRoleInput {
  readonly holder: Holder;
  readonly granted: Granted;
  readonly role: Role;
  /** From then on it is as if it had been taken back; left out, it never ends. */
  readonly endsAt?: number;
}

export type GiveRoleOutput =
  | { readonly kind: 'given' }
  | { readonly kind: 'holder_missing' }
  | { readonly kind: 'site_missing' }
  | { readonly kind: 'pool_missing' };

const siteById = statement<{ at: string }>()(({ db, param }) =>
  db.selectFrom('site').select('site_id').where('site_id', '=', param('at')),
);

const poolById = statement<{ at: string }>()(({ db, param }) =>
  db.selectFrom('pool').select('pool_id').where('pool_id', '=', param('at')).where('removed_at', 'is', null),
);

/** Sets what a person or a group is on a site, a pool or all sites; replaces what it was there. */
export const giveRole = defineWrite({
  name: 'giveRole',
  // Lest it is removed meanwhile, and the role with it but for this one.
  site: ({ granted }) => (granted.kind === 'pool' || granted.siteId === ALL_SITES ? undefined : granted.siteId),
  record: recorded(roleRecord),
  run: async (tx: Tx, { holder, granted, role, endsAt = NEVER }: GiveRoleInput): Promise<GiveRoleOutput> => {
    if (!(await isHolder(tx, holder))) return { kind: 'holder_missing' };
    const given = { id: holder.id, role, canSchedule: canSchedule(role) ? 1 : 0, endsAt };
    if (granted.kind === 'pool') {
      const at: string = granted.poolId;
      await lockStoreState(tx);
      if ((await tx.first(poolById, { at })) === undefined) return { kind: 'pool_missing' };
      await tx.run(grantRows.putOnPool, { ...given, at });
      return { kind: 'given' };
    }
    const at: string = granted.siteId;
    if (at !== ALL_SITES && (await tx.first(siteById, { at })) === undefined) return { kind: 'site_missing' };
    await tx.run(grantRows.putOnSite, { ...given, at });
    return { kind: 'given' };
  },
});
