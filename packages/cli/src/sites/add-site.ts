import type { Shell } from '../shell/shell.ts';
import { fieldsText } from '../text/fields-text.ts';

export interface AddSiteOptions {
  readonly id?: string;
  readonly timeZone?: string;
  readonly notes?: string;
  readonly holdSeconds?: number;
}

export async function addSite(shell: Shell, siteName: string, options: AddSiteOptions): Promise<void> {
  const { id, timeZone, notes, holdSeconds } = options;
  const added = await shell.registry().addSite({
    siteName,
    ...(id === undefined ? {} : { siteId: id }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(notes === undefined ? {} : { notes }),
    ...(holdSeconds === undefined ? {} : { holdSeconds }),
  });
  const fields = fieldsText([
    ['name', added.siteName],
    ['site id', added.siteId],
    ['time zone', added.timeZone],
    ['controller key', added.controllerKey],
  ]);
  shell.print(added, `Added the site. Keep the controller key: it is not shown again.\n${fields}`);
}
