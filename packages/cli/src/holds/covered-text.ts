import type { Hold } from '@setpoint/contract';

export function coveredText({ allSites, siteId, asset, clientId }: Hold): string {
  if (allSites === true) return 'all sites';
  if (clientId !== undefined) return `everything that the client ${clientId} set`;
  return asset === undefined ? `site ${siteId}` : `${asset} of site ${siteId}`;
}
