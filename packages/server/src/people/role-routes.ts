import { AppError, type GivenRole, ROLE_TABLE } from '@setpoint/contract';
import { instantText } from '@setpoint/core';
import { type Granted, grantedTo } from '../access/grants/granted-to.ts';
import { ALL_SITES } from '../access/grants/put-grant.ts';
import { noSuch } from '../http/send/no-such.ts';
import { readEnd } from '../http/read/read-end.ts';
import type { Serve } from '../serving/serve-operations.ts';
import type { StoreAndClock } from '../serving/store-and-clock.ts';
import type { Deed } from '../trail/deed.ts';
import { giveRole } from './give-role.ts';
import type { Holder } from './holder.ts';
import { revokeRole } from './revoke-role.ts';

/** What persons and groups are, and where: for operators. */
export function roleRoutes(serve: Serve, { store, now }: StoreAndClock): void {
  async function give(holder: Holder, { role, endsAt, ...named }: GivenRole, by: Deed): Promise<GivenRole> {
    const end = readEnd(endsAt, now());
    const granted = roleTo(role, named);
    const outcome = await store.write(giveRole, { holder, granted, role, ...end, by });
    if (outcome.kind === 'holder_missing') throw noSuch(holder.kind);
    if (outcome.kind === 'site_missing') throw noSuch('site');
    if (outcome.kind === 'pool_missing') throw noSuch('pool');
    return { ...namesOf(granted), role, ...(end.endsAt === undefined ? {} : { endsAt: instantText(end.endsAt) }) };
  }
  async function take(holder: Holder, named: Parameters<typeof grantedTo>[0], by: Deed): Promise<void> {
    const outcome = await store.write(revokeRole, { holder, granted: grantedTo(named), by });
    if (outcome.kind === 'role_missing') throw new AppError('not_found', `this ${holder.kind} has no role there`);
  }

  serve('givePersonRole', ({ ids, body, by }) => give({ kind: 'person', id: ids.personId }, body, by));
  serve('giveGroupRole', ({ ids, body, by }) => give({ kind: 'group', id: ids.groupId }, body, by));
  serve('takePersonRole', ({ ids, query, by }) => take({ kind: 'person', id: ids.personId }, query, by));
  serve('takeGroupRole', ({ ids, query, by }) => take({ kind: 'group', id: ids.groupId }, query, by));
}

/** What a role is for; one that concerns no single site is for all of them. */
export function roleTo(role: GivenRole['role'], named: Omit<GivenRole, 'role' | 'endsAt'>): Granted {
  const granted = grantedTo(named);
  const isForAll = granted.kind === 'sites' && granted.siteId === ALL_SITES;
  if (ROLE_TABLE[role].isForAllSites && !isForAll) {
    throw new AppError('bad_request', `role: ${role} is for all sites alone; give allSites`);
  }
  return granted;
}

function namesOf(granted: Granted): Pick<GivenRole, 'siteId' | 'poolId' | 'allSites'> {
  if (granted.kind === 'pool') return { poolId: granted.poolId };
  return granted.siteId === ALL_SITES ? { allSites: true } : { siteId: granted.siteId };
}
