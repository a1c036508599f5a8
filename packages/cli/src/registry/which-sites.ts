import type { Grant } from '@setpoint/contract';
import { type Command, Option } from 'commander';
import { findOne } from '../shell/find-one.ts';
import type { Shell } from '../shell/shell.ts';
import { showAsChoice } from '../shell/word-help.ts';

/** What a grant or a role is for, as options name it. */
export interface WhichSites {
  readonly site?: string;
  readonly pool?: string;
  readonly allSites?: true;
}

/** Options that name one site, a pool or all sites. */
export function withSites(command: Command, { isOptional = false } = {}): Command {
  const named = command
    .option('--site <site>', 'the id or name of a site')
    .addOption(new Option('--pool <pool>', 'the id or name of a pool: its members at the time').conflicts('site'))
    .addOption(new Option('--all-sites', 'all sites, later ones included').conflicts(['site', 'pool']));
  if (isOptional) return named;
  showAsChoice(named, ['site', 'pool', 'allSites']);
  return named.hook('preAction', () => {
    const { site, pool, allSites }: WhichSites = command.opts();
    if (site === undefined && pool === undefined && allSites === undefined) {
      command.error('error: name the sites: --site SITE, --pool POOL or --all-sites');
    }
  });
}

/** The same with their ids, and as a text. */
export async function namedSites(
  shell: Shell,
  { site, pool }: WhichSites,
): Promise<{ named: Pick<Grant, 'siteId' | 'poolId' | 'allSites'>; text: string }> {
  if (pool !== undefined) {
    const { poolId, poolName } = await findOne(shell.client(), 'pool', pool);
    return { named: { poolId }, text: `the pool ${poolName} (${poolId})` };
  }
  if (site === undefined) return { named: { allSites: true }, text: 'all sites' };
  const { siteId, siteName } = await findOne(shell.client(), 'site', site);
  return { named: { siteId }, text: `${siteName} (${siteId})` };
}
