import {
  problemSentence,
  problemsOf,
  type RegisteredSite,
  type SiteProblem,
  type SiteStateName,
} from '@setpoint/contract';
import { findOne } from '../shell/find-one.ts';
import { collect } from '../shell/only-one.ts';
import type { Shell } from '../shell/shell.ts';
import { instantText } from '../text/instant-text.ts';
import { type Columns, listText } from '../text/list-text.ts';

export interface ListSitesOptions {
  readonly name?: string;
  readonly online?: true;
  readonly offline?: true;
  readonly state?: SiteStateName;
  readonly issues?: true;
  readonly attention?: true;
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
  const { online, offline, pool, attention, ...filter } = options;
  const client = shell.client();
  const ofPool = pool === undefined ? {} : { poolId: (await findOne(shell, 'pool', pool)).poolId };
  const presence = offline === true ? false : online;
  const sites = await collect(client.registry.sites({ ...filter, ...ofPool, online: presence }));
  const isFiltered = Object.keys(options).length > 0;
  const none = isFiltered ? 'No sites match.' : 'No sites yet. Add one: {setpoint} site add NAME';
  if (attention === undefined) return shell.print({ sites }, listText(sites, COLUMNS, none));
  const told = await toldProblems(shell, ofPool.poolId);
  const attended = sites.flatMap((site) => {
    const problems = told.get(site.siteId) ?? [];
    return problems.length === 0 ? [] : [{ ...site, problems }];
  });
  const columns: Columns<(typeof attended)[number]> = {
    'SITE ID': ({ siteId }) => siteId,
    NAME: ({ siteName }) => siteName,
    PROBLEMS: ({ problems }) => problems.map(({ text }) => text).join('; '),
  };
  shell.print({ sites: attended }, listText(attended, columns, none));
}

/** For each site its problems, the gravest first. */
async function toldProblems(shell: Shell, poolId?: string) {
  const pages = await collect(shell.client().overview.pages(poolId));
  return new Map(
    pages.flatMap(({ at, sites }) =>
      sites.map((site) => [site.siteId, problemsOf(site, Date.parse(at)).map((problem) => toldProblem(problem, at))]),
    ),
  );
}

function toldProblem({ code, since, because }: SiteProblem, at: string) {
  const when = since === null ? '' : ` ${since > at ? 'from' : 'since'} ${instantText(since)} UTC`;
  return { code, since, text: `${problemSentence(code)}${when}${because === undefined ? '' : `: ${because}`}` };
}
