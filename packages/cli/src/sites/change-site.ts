import type { Shell } from '../shell/shell.ts';
import { fieldsText } from '../text/fields-text.ts';
import { findSite } from './find-site.ts';

export interface ChangeSiteOptions {
  readonly name?: string;
  readonly timeZone?: string;
  readonly notes?: string;
}

export async function changeSite(
  shell: Shell,
  idOrName: string,
  { name, timeZone, notes }: ChangeSiteOptions,
): Promise<void> {
  const registry = shell.registry();
  const { siteId } = await findSite(registry, idOrName);
  const changed = await registry.changeSite(siteId, {
    ...(name === undefined ? {} : { siteName: name }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(notes === undefined ? {} : { notes }),
  });
  const fields = fieldsText([
    ['name', changed.siteName],
    ['time zone', changed.timeZone],
    ['notes', changed.notes],
  ]);
  shell.print(changed, `Changed the site ${siteId}.\n${fields}`);
}
