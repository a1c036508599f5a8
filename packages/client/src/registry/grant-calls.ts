import { type Grant, PATHS } from '@setpoint/contract';
import type { CallOptions } from '../http/call-options.ts';
import type { Connection } from '../identity/connection.ts';

/** The rights of clients on sites. */
export interface GrantCalls {
  /** Sets what a client may do with one site, with the members of a pool, or with all sites. */
  putGrant(clientId: string, grant: Grant, options?: CallOptions): Promise<Grant>;
  removeGrant(
    clientId: string,
    granted: Pick<Grant, 'siteId' | 'poolId' | 'allSites'>,
    options?: CallOptions,
  ): Promise<void>;
}

export function createGrantCalls({ ask }: Connection): GrantCalls {
  const path = PATHS.fleetClientGrants;
  return {
    putGrant: (clientId, body, options) => ask({ method: 'PUT', path, params: { clientId }, body }, options),
    removeGrant: (clientId, { siteId, poolId, allSites }, options) =>
      ask({ method: 'DELETE', path, params: { clientId }, query: { siteId, poolId, allSites } }, options),
  };
}
