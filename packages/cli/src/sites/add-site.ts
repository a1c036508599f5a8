import type { Shell } from '../shell/shell.ts';
import { fieldsText } from '../text/fields-text.ts';
import { collect } from '../shell/only-one.ts';
import { noteSameName } from '../shell/note-same-name.ts';

export interface AddSiteOptions {
  readonly id?: string;
  readonly timeZone?: string;
  readonly notes?: string;
  readonly holdSeconds?: number;
}

export async function addSite(shell: Shell, siteName: string, options: AddSiteOptions): Promise<void> {
  const { id, ...rest } = options;
  const named = id === undefined ? { siteName } : { siteName, siteId: id };
  const others = await collect(shell.client().registry.sites({ name: siteName }), (site) => site.siteName === siteName);
  const added = await shell.client().registry.addSite({ ...named, ...rest });
  const fields = fieldsText([
    ['name', added.siteName],
    ['site id', added.siteId],
    ['time zone', added.timeZone],
    ['controller key', added.controllerKey],
  ]);
  shell.print(added, `Added the site. Keep the controller key: it is not shown again.\n${fields}`);
  noteSameName(shell, { noun: 'site', name: siteName, ids: others.map((site) => site.siteId) });
}
