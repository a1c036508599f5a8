import type { SetpointClient } from '@setpoint/client';
import { SetpointError } from '@setpoint/client';
import type { PoolSignal } from '@setpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { allOf, resourceOf } from '../session/resource-of.ts';
import { useClient } from '../session/session.tsx';

export type Pools = SetpointClient['pools'];

export const POOLS = 'pools';
/** The grid operator asks each 4 s. */
export const LIVE_MS = 2_000;
export const SLOW_MS = 30_000;
/** Who has the seat is not to be a surprise. */
export const SEAT_MS = 5_000;

export const usePools = resourceOf(POOLS, { everyMs: SLOW_MS }).useRead;

/** All pools that the client sees, by name. */
export function useAllPools() {
  return usePools(['list'], (pools) => allOf(pools.list()));
}

const NOBODY: ReadonlySet<string> = new Set();

/** The ids of the members of a pool now; undefined where no pool is named. */
export function useMemberIds(poolId: string): ReadonlySet<string> | undefined {
  const readIds = async (pools: Pools) => {
    const members = await allOf(pools.members(poolId, { at: new Date().toISOString() }));
    return new Set(members.map(({ siteId }) => siteId));
  };
  const { data } = usePools([poolId, 'member-ids'], readIds, { enabled: poolId !== '' });
  return poolId === '' ? undefined : (data ?? NOBODY);
}

/** The last signal of a pool; null before the first one. */
export function useSignal(poolId: string, everyMs = LIVE_MS) {
  return usePools([poolId, 'signal'], (pools) => lastSignal(pools, poolId), { everyMs });
}

/** The last signal of a pool; null before the first one. */
export function lastSignal(pools: Pools, poolId: string): Promise<PoolSignal | null> {
  return pools.readSignal(poolId).catch((cause: unknown) => {
    if (cause instanceof SetpointError && cause.status === 404) return null;
    throw cause;
  });
}

const SHOWN_OF_ID = 8;
const GRANTS_CHANGE_SELDOM_MS = 60_000;
/** The name of a pool; until it is read, or where it cannot be, the beginning of its id. */
export function usePoolName(poolId: string | undefined): string {
  const { pools } = useClient();
  const { data } = useQuery({
    queryKey: [POOLS, poolId ?? '', 'name'],
    queryFn: async () => (await pools.read(poolId ?? '')).poolName,
    enabled: poolId !== undefined,
    staleTime: GRANTS_CHANGE_SELDOM_MS,
    retry: false,
  });
  return data ?? `${poolId?.slice(0, SHOWN_OF_ID) ?? ''}…`;
}
