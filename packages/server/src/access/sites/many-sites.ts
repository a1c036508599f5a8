import { AppError, type SiteId } from '@setpoint/contract';
import type { Caller } from '../../identity/caller.ts';
import type { Store } from '../../store/store.ts';
import type { Access } from '../access.ts';
import { listMemberIds } from '../pools/list-member-ids.ts';
import { poolOrThrow } from '../pools/pool-or-throw.ts';

interface Seen {
  readonly access: Pick<Access, 'sites'>;
  readonly store: Pick<Store, 'read'>;
  readonly now: () => number;
}

/** The sites that a body names, one by one or as the members of a pool now; the caller can see all of them. */
export async function manySites(
  { access, store, now }: Seen,
  caller: Caller,
  { siteIds, poolId: named }: { readonly siteIds: readonly string[] | undefined; readonly poolId: string | undefined },
): Promise<SiteId[]> {
  if ((siteIds === undefined) === (named === undefined)) {
    throw new AppError('bad_request', 'give either siteIds or poolId');
  }
  if (siteIds !== undefined) return access.sites(caller, siteIds);
  // Who sees a pool by a grant sees its members by it too.
  const poolId = await poolOrThrow(store, caller, { named: named ?? '', isOpenToOperators: false });
  return store.read(listMemberIds, { poolId, at: now() });
}
