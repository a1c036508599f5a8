import { type Ability, type Grant } from '@setpoint/contract';
import { type Command, Option } from 'commander';
import { sentence } from '../text/printable.ts';
import type { Shell } from '../shell/shell.ts';
import { findPool } from '../pools/find-pool.ts';
import { findSite } from '../sites/find-site.ts';
import { findClient } from './find-client.ts';

interface WhichSites {
  readonly site?: string;
  readonly pool?: string;
  readonly allSites?: true;
}

interface GrantOptions extends WhichSites {
  readonly can: Ability;
  readonly until?: string;
}

/** `setpoint grant …` and `setpoint revoke …` */
export function grantCommands(program: Command, shell: Shell): void {
  const grant = program.command('grant').description('let a client read or schedule one site, a pool or all sites');
  withSites(grant)
    .addOption(
      new Option('--can <ability>', 'schedule includes read')
        .choices(['read', 'schedule'] satisfies Ability[])
        .makeOptionMandatory(),
    )
    .option('--until <instant>', 'when the grant ends by itself')
    .action((idOrName: string, options: GrantOptions) => grantSites(shell, idOrName, options));

  const revoke = program.command('revoke').description('take back a grant for one site, a pool or all sites');
  withSites(revoke).action((idOrName: string, options: WhichSites) => revokeSites(shell, idOrName, options));
}

function withSites(command: Command): Command {
  return command
    .argument('<client>', 'the id or name of the client')
    .option('--site <site>', 'the id or name of a site')
    .addOption(new Option('--pool <pool>', 'the id or name of a pool: its members at the time').conflicts('site'))
    .addOption(new Option('--all-sites', 'all sites, later ones included').conflicts(['site', 'pool']))
    .hook('preAction', () => {
      const { site, pool, allSites }: WhichSites = command.opts();
      if (site === undefined && pool === undefined && allSites === undefined) {
        command.error('error: name the sites: --site SITE, --pool POOL or --all-sites');
      }
    });
}

async function grantSites(shell: Shell, idOrName: string, options: GrantOptions): Promise<void> {
  const registry = shell.registry();
  const { clientId, clientName } = await findClient(registry, idOrName);
  const { named, text } = await namedSites(shell, options);
  const { can, until } = options;
  const grant = await registry.putGrant(clientId, { ...named, can, ...(until === undefined ? {} : { endsAt: until }) });
  const abilities = grant.can === 'schedule' ? 'read and schedule' : 'read';
  const end = grant.endsAt === undefined ? '' : ` until ${grant.endsAt}`;
  shell.print({ clientId, ...grant }, sentence`${clientName} can ${abilities} ${text}${end}.`);
}

async function revokeSites(shell: Shell, idOrName: string, options: WhichSites): Promise<void> {
  const registry = shell.registry();
  const { clientId, clientName } = await findClient(registry, idOrName);
  const { named, text } = await namedSites(shell, options);
  await registry.removeGrant(clientId, named);
  shell.print({ clientId, ...named, isRevoked: true }, sentence`${clientName} no longer has a grant for ${text}.`);
}

async function namedSites(
  shell: Shell,
  { site, pool }: WhichSites,
): Promise<{ named: Pick<Grant, 'siteId' | 'poolId' | 'allSites'>; text: string }> {
  if (pool !== undefined) {
    const { poolId, poolName } = await findPool(shell.client().pools, pool);
    return { named: { poolId }, text: `the pool ${poolName} (${poolId})` };
  }
  if (site === undefined) return { named: { allSites: true }, text: 'all sites' };
  const { siteId, siteName } = await findSite(shell.registry(), site);
  return { named: { siteId }, text: `${siteName} (${siteId})` };
}
