import type { Shell } from '../shell/shell.ts';
import { fieldsText } from '../text/fields-text.ts';

export interface AddSiteOptions {
  readonly id?: string;
  readonly timeZone?: string;
  readonly notes?: string;
}

export async function addSite(shell: Shell, siteName: string, { id, timeZone, notes }: AddSiteOptions): Promise<void> {
  const added = await shell.registry().addSite({
    siteName,
    ...(id === undefined ? {} : { siteId: id }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(notes === undefined ? {} : { notes }),
  });
  const fields = fieldsText([
    ['name', added.siteName],
    ['site id', added.siteId],
    ['time zone', added.timeZone],
    ['controller key', added.controllerKey],
  ]);
  shell.print(added, `Added the site. Keep the controller key: it is not shown again.\n${fields}`);
}
