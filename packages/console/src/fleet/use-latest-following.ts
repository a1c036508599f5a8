import type { FollowedEntry } from '@setpoint/contract';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useClient } from '../session/session.tsx';

const EVERY_MS = 60_000;
const WINDOW_MS = 2 * 3_600_000;
/** A row that is scrolled past is not asked about. */
const SETTLED_MS = 600;

/** How the site follows what it was told of late: of each asset the latest entry, the worst first. */
export function useLatestFollowing(siteId: string, isAsked: boolean) {
  const client = useClient();
  const isSettled = useSettled();
  return useQuery({
    queryKey: ['following', 'latest', siteId],
    queryFn: async () => {
      const now = Date.now();
      const window = { from: new Date(now - WINDOW_MS).toISOString(), to: new Date(now).toISOString() };
      return latestOf((await client.fleet.readFollowing(siteId, window)).entries);
    },
    enabled: isAsked && isSettled,
    staleTime: EVERY_MS,
    refetchInterval: EVERY_MS,
  });
}

const WORST_FIRST: readonly FollowedEntry['state'][] = ['deviating', 'followed', 'unknown'];

function latestOf(entries: readonly FollowedEntry[]): FollowedEntry | null {
  const byAsset = new Map<string, FollowedEntry>();
  for (const entry of entries) {
    const before = byAsset.get(entry.asset);
    if (before === undefined || Date.parse(before.startAt) <= Date.parse(entry.startAt))
      byAsset.set(entry.asset, entry);
  }
  const [worst] = [...byAsset.values()].toSorted(
    (one, other) => WORST_FIRST.indexOf(one.state) - WORST_FIRST.indexOf(other.state),
  );
  return worst ?? null;
}

function useSettled(): boolean {
  const [isSettled, setSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(true), SETTLED_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}
