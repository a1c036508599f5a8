import { type Grant, PATHS } from '@setpoint/contract';
import type { Connection } from '../identity/connection.ts';

/** What clients may do with sites. */
export interface GrantCalls {
  /** Sets what a client may do with one site, with the members of a pool, or with all sites. */
  putGrant(clientId: string, grant: Grant): Promise<Grant>;
  removeGrant(clientId: string, granted: Pick<Grant, 'siteId' | 'poolId' | 'allSites'>): Promise<void>;
}

export function createGrantCalls({ ask }: Connection): GrantCalls {
  const path = PATHS.fleetClientGrants;
  return {
    putGrant: (clientId, body) => ask({ method: 'PUT', path, params: { clientId }, body }),
    removeGrant: (clientId, { siteId, poolId, allSites }) =>
      ask({ method: 'DELETE', path, params: { clientId }, query: { siteId, poolId, allSites } }),
  };
}
