import { parseSiteId } from '@setpoint/contract';
import { chooseNamed } from '../shell/choose-named.ts';
import { noteChosen } from '../shell/find-one.ts';
import type { Shell } from '../shell/shell.ts';

/** The id of the site that an argument names, among the sites that the caller can see. */
export async function findVisibleSite(shell: Shell, text: string): Promise<string> {
  const siteId = parseSiteId(text);
  if (siteId !== undefined) return siteId;
  const items = await shell.client().listSites();
  const names = (site: (typeof items)[number]) => [site.siteId, site.siteName] as const;
  const { item, isByBeginning } = chooseNamed({ noun: 'site', text, items, names });
  if (isByBeginning) noteChosen(shell, { noun: 'site', text, names: names(item) });
  return item.siteId;
}
