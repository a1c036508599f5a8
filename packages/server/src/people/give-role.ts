import { grantRows } from '../access/grants/grant-rows.ts';
import { canSchedule, type Role } from '@setpoint/contract';
import type { Granted } from '../access/grants/granted-to.ts';
import { ALL_SITES } from '../access/grants/put-grant.ts';
import { findPool } from '../access/pools/find-pool.ts';
import { findSite } from '../access/sites/find-site.ts';
import { defineWrite } from '../store/define-write.ts';
import { NEVER } from '../store/in-force.ts';
import { lockStoreState } from '../store/lock-site.ts';
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

/** Sets what a person or a group is on a site, a pool or all sites; replaces what it was there. */
export const giveRole = defineWrite({
  name: 'giveRole',
  // Lest it is removed meanwhile, and the role with it but for this one.
  site: ({ granted }) => (granted.kind === 'pool' || granted.siteId === ALL_SITES ? undefined : granted.siteId),
  record: recorded(roleRecord),
  run: async (tx: Tx, { holder, granted, role, endsAt = NEVER }: GiveRoleInput): Promise<GiveRoleOutput> => {
    if (!(await isHolder(tx, holder))) return { kind: 'holder_missing' };
    const given = { clientId: holder.id, role, canSchedule: canSchedule(role) ? 1 : 0, endsAt };
    if (granted.kind === 'pool') {
      const { poolId } = granted;
      await lockStoreState(tx);
      if ((await findPool(tx, { poolId })) === undefined) return { kind: 'pool_missing' };
      await tx.run(grantRows.putOnPool, { ...given, poolId });
      return { kind: 'given' };
    }
    const { siteId } = granted;
    if (siteId !== ALL_SITES && (await findSite(tx, { siteId })) === undefined) return { kind: 'site_missing' };
    await tx.run(grantRows.putOnSite, { ...given, siteId });
    return { kind: 'given' };
  },
});
