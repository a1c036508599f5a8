import { AppError, parsePoolId, parseSiteId, type PoolId, type SiteId } from '@setpoint/contract';
import { ALL_SITES } from './put-grant.ts';

/** What a grant is for. */
export type Granted =
  | { readonly kind: 'sites'; readonly siteId: SiteId | typeof ALL_SITES }
  | { readonly kind: 'pool'; readonly poolId: PoolId };

interface Named {
  readonly siteId?: string | undefined;
  readonly poolId?: string | undefined;
  readonly allSites?: unknown;
}

/** What a body or a query names: exactly one. */
export function grantedTo({ siteId, poolId, allSites }: Named): Granted {
  if ([siteId, poolId, allSites].filter((one) => one !== undefined).length !== 1) {
    throw new AppError('bad_request', 'give exactly one of siteId, poolId and allSites');
  }
  if (poolId !== undefined) return { kind: 'pool', poolId: uuidOrThrow('poolId', parsePoolId(poolId)) };
  return { kind: 'sites', siteId: siteId === undefined ? ALL_SITES : uuidOrThrow('siteId', parseSiteId(siteId)) };
}

function uuidOrThrow<Id>(name: string, id: Id | undefined): Id {
  if (id === undefined) throw new AppError('bad_request', `${name}: must be a UUID`);
  return id;
}
