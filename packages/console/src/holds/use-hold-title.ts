import type { Hold } from '@setpoint/contract';
import { usePoolName } from '../pools/use-pools.ts';
import { useClientName } from '../registry/use-client-name.ts';
import { useSites } from '../sites/fleet-feed.tsx';
import { assetLabel } from '../words/asset-label.ts';

/** What a hold covers. */
export function useHoldTitle({ allSites, siteId, poolId, asset, clientId }: Hold): string {
  const sites = useSites();
  const pool = usePoolName(poolId);
  const client = useClientName(clientId);
  if (allSites === true) return 'All sites';
  if (siteId === undefined && poolId === undefined) return `Everything that ${client} set`;
  const site = sites.find((one) => one.siteId === siteId)?.siteName ?? siteId ?? '';
  const name = poolId === undefined ? site : `The pool ${pool}`;
  return asset === undefined ? name : `${assetLabel(asset)} of ${name}`;
}
