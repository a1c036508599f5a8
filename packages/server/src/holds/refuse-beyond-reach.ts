import { AppError } from '@setpoint/contract';
import type { Access } from '../access/access.ts';
import { noAccess } from '../access/refusals.ts';
import type { SiteRights } from '../access/sites/site-rights.ts';
import { noSuch } from '../http/send/no-such.ts';
import { type Caller, isOperator } from '../identity/caller.ts';
import { readPool } from '../pools/read-pool.ts';
import type { Store } from '../store/store.ts';
import type { Covered } from './covered-or-throw.ts';

interface Reach {
  readonly access: Pick<Access, 'rights'>;
  readonly store: Pick<Store, 'read'>;
}

/** An operator may hold anything; a client what it may schedule, and what it set itself. */
export async function refuseBeyondReach({ access, store }: Reach, caller: Caller, covered: Covered): Promise<void> {
  if (isOperator(caller)) return;
  const { siteId, poolId, clientId } = covered;
  if (siteId !== null) return mayScheduleOrThrow(caller, 'site', (await access.rights(caller, [siteId])).get(siteId));
  if (poolId !== null) {
    return mayScheduleOrThrow(caller, 'pool', await store.read(readPool, { poolId, clientId: caller.clientId }));
  }
  if (clientId !== caller.clientId) {
    throw new AppError('forbidden', 'only an operator can hold all sites, or what another client set');
  }
}

function mayScheduleOrThrow(caller: Caller, noun: 'site' | 'pool', rights: SiteRights | undefined): void {
  if (rights?.canRead !== true) throw noSuch(noun);
  if (!rights.canSchedule) throw noAccess(caller);
}
