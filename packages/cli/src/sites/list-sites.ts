import type { RegisteredSite, SiteStateName } from '@setpoint/contract';
import type { PoolCalls } from '@setpoint/client';
import type { Shell } from '../shell/shell.ts';
import { tableText } from '../text/table-text.ts';

export interface ListSitesOptions {
  readonly name?: string;
  readonly online?: true;
  readonly offline?: true;
  readonly state?: SiteStateName;
  readonly issues?: true;
  readonly pool?: string;
}

/** The pool with this id or name. */
export type FindPool = (pools: PoolCalls, idOrName: string) => Promise<{ readonly poolId: string }>;

export async function listSites(shell: Shell, findPool: FindPool, options: ListSitesOptions): Promise<void> {
  const { online, offline, pool, ...filter } = options;
  const { pools } = shell.client();
  const ofPool = pool === undefined ? {} : { poolId: (await findPool(pools, pool)).poolId };
  const presence = offline === true ? false : online;
  const sites: RegisteredSite[] = [];
  for await (const site of shell.registry().sites({ ...filter, ...ofPool, online: presence })) sites.push(site);
  const rows = sites.map((site) => [
    site.siteId,
    site.siteName,
    site.timeZone,
    site.createdAt,
    site.isOnline ? 'online' : 'offline',
    site.state,
    site.issues.join(' '),
  ]);
  const table = tableText(['SITE ID', 'NAME', 'TIME ZONE', 'ADDED', 'PRESENCE', 'STATE', 'ISSUES'], rows);
  const isFiltered = Object.keys(filter).length > 0 || pool !== undefined || presence !== undefined;
  const none = isFiltered ? 'No sites match.' : 'No sites yet. Add one: npx setpoint site add NAME';
  shell.print({ sites }, sites.length === 0 ? none : table);
}
