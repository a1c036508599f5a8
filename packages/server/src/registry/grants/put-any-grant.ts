import type { ClientId } from '@setpoint/contract';
import { putGrant, type PutGrantOutput } from '../../access/grants/put-grant.ts';
import { putPoolGrant, type PutPoolGrantOutput } from '../../access/grants/put-pool-grant.ts';
import type { Store } from '../../store/store.ts';
import type { Granted } from '../../access/grants/granted-to.ts';
import type { Done } from '../../trail/deed.ts';

interface AnyGrant extends Done {
  readonly clientId: ClientId;
  readonly granted: Granted;
  readonly canSchedule: boolean;
  readonly endsAt?: number;
}

/** Sets what a client may do with a site, a pool or all sites. */
export function putAnyGrant(
  store: Store,
  { granted, ...grant }: AnyGrant,
): Promise<PutGrantOutput | PutPoolGrantOutput> {
  return granted.kind === 'pool'
    ? store.write(putPoolGrant, { ...grant, poolId: granted.poolId })
    : store.write(putGrant, { ...grant, siteId: granted.siteId });
}
