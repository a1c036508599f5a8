import type { Ability } from '@setpoint/contract';
import { type Command, Option } from 'commander';
import { sentence } from '../text/printable.ts';
import type { Shell } from '../shell/shell.ts';
import { findClient } from './find-client.ts';
import { namedSites, type WhichSites, withSites } from './which-sites.ts';

const CLIENT = 'the id or name of the client';

interface GrantOptions extends WhichSites {
  readonly can: Ability;
  readonly until?: string;
}

/** `setpoint grant …` and `setpoint revoke …` */
export function grantCommands(program: Command, shell: Shell): void {
  const grant = program.command('grant').description('let a client read or schedule one site, a pool or all sites');
  withSites(grant.argument('<client>', CLIENT))
    .addOption(
      new Option('--can <ability>', 'schedule includes read')
        .choices(['read', 'schedule'] satisfies Ability[])
        .makeOptionMandatory(),
    )
    .option('--until <instant>', 'when the grant ends by itself')
    .action((idOrName: string, options: GrantOptions) => grantSites(shell, idOrName, options));

  const revoke = program.command('revoke').description('take back a grant for one site, a pool or all sites');
  withSites(revoke.argument('<client>', CLIENT)).action((idOrName: string, options: WhichSites) =>
    revokeSites(shell, idOrName, options),
  );
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
