import type { Command } from 'commander';
import { commandsOn } from '../shell/commands-on.ts';
import type { Shell } from '../shell/shell.ts';
import { authorityText } from './authority-text.ts';

/** `setpoint site authority` */
export function authorityCommand(site: Command, shell: Shell): void {
  commandsOn(site, shell, 'site')(
    'authority',
    'show everyone and everything that can command a site now, since when, and who allowed it',
    async ({ siteId }) => {
      const authority = await shell.client().registry.siteAuthority(siteId);
      shell.print(authority, authorityText(authority));
    },
  );
}
