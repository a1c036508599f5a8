import {
  AppError,
  type ClientId,
  type MakeHoldRequest,
  parseClientId,
  parsePoolId,
  parseSiteId,
} from '@setpoint/contract';
import type { PoolId, SiteId } from '@setpoint/contract';

/** What a hold covers; null for what it does not name. */
export interface Covered {
  readonly siteId: SiteId | null;
  readonly poolId: PoolId | null;
  readonly asset: string | null;
  readonly clientId: ClientId | null;
}

export function coveredOrThrow({ allSites, siteId, poolId, asset, clientId }: MakeHoldRequest): Covered {
  const named = [allSites, siteId, poolId, clientId].filter((one) => one !== undefined);
  if (named.length !== 1)
    throw new AppError('bad_request', 'give exactly one of allSites, siteId, poolId and clientId');
  if (asset !== undefined && siteId === undefined && poolId === undefined) {
    throw new AppError('bad_request', 'asset: give the siteId of its site, or the poolId of a pool, too');
  }
  return {
    siteId: idOrThrow('siteId', siteId, parseSiteId),
    poolId: idOrThrow('poolId', poolId, parsePoolId),
    asset: asset ?? null,
    clientId: idOrThrow('clientId', clientId, parseClientId),
  };
}

function idOrThrow<Id>(name: string, text: string | undefined, parse: (text: string) => Id | undefined): Id | null {
  if (text === undefined) return null;
  const id = parse(text);
  if (id === undefined) throw new AppError('bad_request', `${name}: must be a UUID`);
  return id;
}
