import type { PoolId } from '@setpoint/contract';
import type { OrderFollowing } from '@setpoint/core';

/** How a site followed each pool by its last report, from what is kept of that; see `watchReport`. */
export function followedPools(watched: string | null): ReadonlyMap<PoolId, OrderFollowing['state']> {
  const { followed = [] } = (watched === null ? {} : JSON.parse(watched)) as {
    followed?: readonly { readonly poolId: PoolId; readonly state: OrderFollowing['state'] }[];
  };
  return new Map(followed.map(({ poolId, state }) => [poolId, state]));
}
