import type { Ability, RegisteredClient } from '@setpoint/contract';
import { type Command, Option } from 'commander';
import { sentence } from '../text/printable.ts';
import { commandsOn } from '../shell/commands-on.ts';
import type { Shell } from '../shell/shell.ts';
import { namedSites, type WhichSites, withSites } from './which-sites.ts';
import { timeOption } from '../shell/time-option.ts';
import { withExamples } from '../shell/with-examples.ts';

interface GrantOptions extends WhichSites {
  readonly can: Ability;
  readonly until?: string;
}

/** `setpoint grant …` and `setpoint revoke …` */
export function grantCommands(program: Command, shell: Shell): void {
  const one = commandsOn(program, shell, 'client');
  withExamples(
    withSites(
      one(
        'grant',
        'let a client read or schedule one site, a pool or all sites; replaces its earlier grant for the same',
        (client, options: GrantOptions) => grantSites(shell, client, options),
      ),
    )
      .addOption(
        new Option('--can <ability>', 'schedule includes read')
          .choices(['read', 'schedule'] satisfies Ability[])
          .makeOptionMandatory(),
      )
      .addOption(timeOption('--until <time>', 'when the grant ends by itself')),
    'setpoint grant Optimiser --site "Nordhafen 1" --can schedule --until 2030-01-01',
  );
  withSites(
    one('revoke', 'revoke a grant for one site, a pool or all sites', async (client, options: WhichSites) => {
      const { clientId, clientName } = client;
      const { named, text } = await namedSites(shell, options);
      await shell.client().registry.removeGrant(clientId, named);
      shell.print({ clientId, ...named, isRevoked: true }, sentence`${clientName} no longer has a grant for ${text}.`);
    }),
  );
}

async function grantSites(shell: Shell, client: RegisteredClient, options: GrantOptions): Promise<void> {
  const { clientId, clientName } = client;
  const { named, text, timesOf } = await namedSites(shell, options);
  const { can, until } = timesOf(options);
  const wanted = { ...named, can, ...(until === undefined ? {} : { endsAt: until }) };
  const grant = await shell.client().registry.putGrant(clientId, wanted);
  const abilities = grant.can === 'schedule' ? 'read and schedule' : 'read';
  const end = grant.endsAt === undefined ? '' : ` until ${grant.endsAt}`;
  shell.print({ clientId, ...grant }, sentence`${clientName} can ${abilities} ${text}${end}.`);
}
