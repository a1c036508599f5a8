import type { RegisteredSite, SiteStateName } from '@setpoint/contract';
import { findOne } from '../shell/find-one.ts';
import { collect } from '../shell/only-one.ts';
import type { Shell } from '../shell/shell.ts';
import { type Columns, listText } from '../text/list-text.ts';

export interface ListSitesOptions {
  readonly name?: string;
  readonly online?: true;
  readonly offline?: true;
  readonly state?: SiteStateName;
  readonly issues?: true;
  readonly pool?: string;
}

const COLUMNS: Columns<RegisteredSite> = {
  'SITE ID': ({ siteId }) => siteId,
  NAME: ({ siteName }) => siteName,
  'TIME ZONE': ({ timeZone }) => timeZone,
  ADDED: ({ createdAt }) => createdAt,
  PRESENCE: ({ isOnline }) => (isOnline ? 'online' : 'offline'),
  STATE: ({ state }) => state,
  ISSUES: ({ issues }) => issues.join(' '),
};

export async function listSites(shell: Shell, options: ListSitesOptions): Promise<void> {
  const { online, offline, pool, ...filter } = options;
  const client = shell.client();
  const ofPool = pool === undefined ? {} : { poolId: (await findOne(shell, 'pool', pool)).poolId };
  const presence = offline === true ? false : online;
  const sites = await collect(client.registry.sites({ ...filter, ...ofPool, online: presence }));
  const isFiltered = Object.keys(options).length > 0;
  const none = isFiltered ? 'No sites match.' : 'No sites yet. Add one: {setpoint} site add NAME';
  shell.print({ sites }, listText(sites, COLUMNS, none));
}
