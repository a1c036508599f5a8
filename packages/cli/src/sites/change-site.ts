import type { Shell } from '../shell/shell.ts';
import { fieldsText } from '../text/fields-text.ts';
import { findSite } from './find-site.ts';

export interface ChangeSiteOptions {
  readonly name?: string;
  readonly timeZone?: string;
  readonly notes?: string;
  /** `none` for as long as the schedule lasts. */
  readonly holdSeconds?: number | 'none';
}

export async function changeSite(
  shell: Shell,
  idOrName: string,
  { name, timeZone, notes, holdSeconds }: ChangeSiteOptions,
): Promise<void> {
  const registry = shell.registry();
  const { siteId } = await findSite(registry, idOrName);
  const changed = await registry.changeSite(siteId, {
    ...(name === undefined ? {} : { siteName: name }),
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(notes === undefined ? {} : { notes }),
    ...(holdSeconds === undefined ? {} : { holdSeconds: holdSeconds === 'none' ? null : holdSeconds }),
  });
  const fields = fieldsText([
    ['name', changed.siteName],
    ['time zone', changed.timeZone],
    ['notes', changed.notes],
    ['hold seconds', changed.holdSeconds === null ? 'none' : String(changed.holdSeconds)],
  ]);
  shell.print(changed, `Changed the site ${siteId}.\n${fields}`);
}
