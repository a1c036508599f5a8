import type {
  PoolAvailability,
  PoolFollowing,
  PoolMember,
  PoolShare,
  PoolSignal,
  PoolStatus,
} from '@setpoint/contract';
import { useEffect, useMemo, useState } from 'react';
import { useFeed, useSites, useVisibleSites } from '../sites/fleet-feed.tsx';
import { type MemberRow, memberRows } from './member-rows.ts';
import { type MemberTraces, withReading } from './member-traces.ts';
import { LIVE_MS, usePools, useSignal } from './use-pools.ts';

const AVAILABILITY_MS = 4_000;
/** In a larger pool, shares are read less often. */
const SMALL_POOL = 1_000;
const LARGE_MS = 15_000;
/** To judge the members costs the service a read of each. */
const JUDGED_OFTEN = 100;
const FOLLOWING_MS = 4_000;
const MINUTE_MS = 60_000;

/** What the page of a pool shows. */
export interface PoolLive {
  readonly signal: PoolSignal | null | undefined;
  /** When the signal was read. */
  readonly readAt: number;
  /** How the members follow what they are asked for, by the same rule as for programs. */
  readonly orders: PoolFollowing['orders'] | undefined;
  readonly ordersReadAt: number;
  readonly availability: PoolAvailability | undefined;
  readonly rows: readonly MemberRow[];
  /** What the service said of each member, as long as the page is open, for five minutes. */
  readonly traces: MemberTraces;
  /** Why something could not be read; null where all could. */
  readonly failure: unknown;
}

/** Reads a pool again and again. */
export function usePoolLive({ poolId, memberCount }: PoolStatus): PoolLive {
  const signal = useSignal(poolId);
  const everyMs = memberCount > SMALL_POOL ? LARGE_MS : LIVE_MS;
  const followingMs = memberCount > JUDGED_OFTEN ? LARGE_MS : FOLLOWING_MS;
  const shares = usePools([poolId, 'shares'], async (pools) => sharesOf(pools.shares(poolId), signal.data), {
    everyMs,
  });
  const members = usePools([poolId, 'members'], (pools) => membersNow(pools.members(poolId)));
  const following = usePools([poolId, 'following'], (pools) => pools.following(poolId, lastMinute()), {
    everyMs: followingMs,
  });
  const availability = usePools([poolId, 'availability'], (pools) => pools.availability(poolId), {
    everyMs: AVAILABILITY_MS,
  });
  const { store } = useFeed();
  const sites = useSites();
  useVisibleSites(useMemo(() => (members.data ?? []).slice(0, SMALL_POOL).map(({ siteId }) => siteId), [members.data]));
  const rows = useMemo(
    () =>
      memberRows({
        signalKw: signal.data?.kW ?? 0,
        members: members.data ?? [],
        shares: shares.data ?? new Map(),
        orders: new Map(following.data?.members.map(({ siteId, order }) => [siteId, order])),
        siteOf: store.get,
      }),
    // `sites` changes whenever a site of the store does.
    [signal.data, members.data, shares.data, following.data, store, sites],
  );
  const failure = signal.error ?? shares.error ?? members.error ?? following.error ?? availability.error;
  return {
    signal: signal.data,
    readAt: signal.dataUpdatedAt,
    orders: following.data?.orders,
    ordersReadAt: following.dataUpdatedAt,
    availability: availability.data,
    rows,
    traces: useMemberTraces(following.data, following.dataUpdatedAt),
    failure,
  };
}

const NO_TRACES: MemberTraces = new Map();
const SECOND_MS = 1_000;

function useMemberTraces(following: PoolFollowing | undefined, readAt: number): MemberTraces {
  const [traces, setTraces] = useState(NO_TRACES);
  useEffect(() => {
    if (following !== undefined) setTraces((was) => withReading(was, readAt / SECOND_MS, following.members));
  }, [following, readAt]);
  return traces;
}

async function sharesOf(shares: AsyncIterable<PoolShare>, signal: PoolSignal | null | undefined) {
  const found = new Map<string, PoolShare>();
  // Before the first signal there are none.
  if (signal === null || signal === undefined) return found;
  for await (const share of shares) found.set(share.siteId, share);
  return found;
}

async function membersNow(members: AsyncIterable<PoolMember>): Promise<PoolMember[]> {
  const now: PoolMember[] = [];
  for await (const member of members) if (Date.parse(member.from) <= Date.now()) now.push(member);
  return now;
}

/** What was followed before does not show on the page. */
function lastMinute() {
  const now = Date.now();
  return { from: new Date(now - MINUTE_MS).toISOString(), to: new Date(now).toISOString() };
}
