import type { RegisteredSite } from '@setpoint/contract';
import { askAtTerminal } from '../shell/ask-at-terminal.ts';
import { CliError } from '../shell/cli-error.ts';
import { sentence } from '../text/printable.ts';
import type { Shell } from '../shell/shell.ts';

export async function removeSite(shell: Shell, { siteId, siteName }: RegisteredSite, isSure: boolean): Promise<void> {
  if (!isSure) await confirm(siteName);
  await shell.client().registry.removeSite(siteId, siteName);
  shell.print({ siteId, siteName, isRemoved: true }, sentence`Removed the site ${siteName} (${siteId}).`);
}

async function confirm(siteName: string): Promise<void> {
  const typed = await askAtTerminal(
    sentence`This removes ${siteName} with its schedule and history. Type its name to confirm: `,
    'Nothing was removed: there is no terminal to ask at. Add --yes to remove the site without confirmation.',
  );
  if (typed !== siteName) throw new CliError('not_confirmed', 'Nothing was removed: that is not the name of the site.');
}
