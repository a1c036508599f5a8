import type { RegisteredSite } from '@setpoint/contract';
import { sentence } from '../text/printable.ts';
import type { Shell } from '../shell/shell.ts';

export async function removeSite(shell: Shell, { siteId, siteName }: RegisteredSite): Promise<void> {
  await shell.client().registry.removeSite(siteId, siteName);
  shell.print({ siteId, siteName, isRemoved: true }, sentence`Removed the site ${siteName} (${siteId}).`);
}
