import { commonZone } from '../sites/common-zone.ts';
import { useSites } from '../sites/fleet-feed.tsx';
import { useMemberIds } from './use-pools.ts';

/** The time zone of most members of a pool. */
export function usePoolZone(poolId: string): string {
  const members = useMemberIds(poolId);
  return commonZone(useSites().filter(({ siteId }) => members?.has(siteId) ?? false));
}
