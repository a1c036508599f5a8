import { useAllPools } from '../pools/use-pools.ts';
import { useSites } from '../sites/fleet-feed.tsx';
import type { PlaceName } from './role-text.ts';

const SHOWN_OF_ID = 8;

/** The name of what a role is for. */
export function usePlaceName(): PlaceName {
  const sites = useSites();
  const { data: pools = [] } = useAllPools();
  return ({ siteId, poolId }) => {
    if (poolId !== undefined) {
      return `the pool ${pools.find((pool) => pool.poolId === poolId)?.poolName ?? `${poolId.slice(0, SHOWN_OF_ID)}…`}`;
    }
    if (siteId === undefined) return 'all sites';
    return sites.find((site) => site.siteId === siteId)?.siteName ?? `the site ${siteId.slice(0, SHOWN_OF_ID)}…`;
  };
}
