import type { Grant } from '@setpoint/contract';
import { type Command, Option } from 'commander';
import { findOne } from '../shell/find-one.ts';
import type { Shell } from '../shell/shell.ts';
import { showAsChoice } from '../shell/word-help.ts';
import { timesHere, timesIn } from '../shell/times-in.ts';

/** What a grant or a role is for, as options name it. */
export interface WhichSites {
  readonly site?: string;
  readonly pool?: string;
  readonly allSites?: true;
}

/** Options that name one site, a pool or all sites. */
export function withSites(command: Command, { isOptional = false } = {}): Command {
  const named = command
    .option('--site <site>', 'the id or name of a site, or its beginning')
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

export interface NamedSites {
  readonly named: Pick<Grant, 'siteId' | 'poolId' | 'allSites'>;
  readonly text: string;
  /** The same options with their times read: on the clock of the site, if one is named. */
  readonly timesOf: <Options extends { readonly until?: string }>(options: Options) => Options;
}

/** The same with their ids, and as a text. */
export async function namedSites(shell: Shell, { site, pool }: WhichSites): Promise<NamedSites> {
  if (pool !== undefined) {
    const { poolId, poolName } = await findOne(shell, 'pool', pool);
    return { named: { poolId }, text: `the pool ${poolName} (${poolId})`, timesOf: timesHere };
  }
  if (site === undefined) return { named: { allSites: true }, text: 'all sites', timesOf: timesHere };
  const { siteId, siteName, timeZone } = await findOne(shell, 'site', site);
  const timesOf: NamedSites['timesOf'] = (options) => timesIn(options, timeZone);
  return { named: { siteId }, text: `${siteName} (${siteId})`, timesOf };
}
