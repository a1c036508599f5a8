import { type AuthorityHolder, wayText } from '@setpoint/contract';
import type { Command } from 'commander';
import { commandsOn } from '../shell/commands-on.ts';
import type { Shell } from '../shell/shell.ts';
import { sentence } from '../text/printable.ts';
import { type Columns, listText } from '../text/list-text.ts';

/** `setpoint site authority` */
export function authorityCommand(site: Command, shell: Shell): void {
  commandsOn(site, shell, 'site')(
    'authority',
    'show everyone and everything that can command a site now, by what and since when',
    async ({ siteId }) => {
      const authority = await shell.client().registry.siteAuthority(siteId);
      const { siteName, at, holders } = authority;
      const columns: Columns<AuthorityHolder> = {
        WHO: ({ id, name }) => (name === '' ? id : name),
        KIND: ({ kind }) => kind,
        BY: (holder) => wayText(holder, holders),
        SINCE: ({ since }) => since ?? 'not recorded',
        ENDS: ({ endsAt }) => endsAt ?? 'never',
      };
      const head = sentence`${siteName} can be commanded at ${at} by:`;
      const list = listText(holders, columns, 'Nothing and nobody can.');
      shell.print(authority, `${head}\n\n${list}\n\nWho gave it: setpoint audit list --about ${siteId}`);
    },
  );
}
