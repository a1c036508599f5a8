import type { Hold } from '@setpoint/contract';

export function coveredText({ allSites, siteId, poolId, asset, clientId }: Hold): string {
  if (allSites === true) return 'all sites';
  if (clientId !== undefined) return `everything that the client ${clientId} set`;
  const whole = poolId === undefined ? `site ${siteId}` : `all members of the pool ${poolId}`;
  return asset === undefined ? whole : `${asset} of ${whole}`;
}
