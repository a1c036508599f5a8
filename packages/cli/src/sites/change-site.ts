import type { Shell } from '../shell/shell.ts';
import { fieldsText } from '../text/fields-text.ts';

export interface ChangeSiteOptions {
  readonly name?: string;
  readonly timeZone?: string;
  readonly notes?: string;
  /** `none` for as long as the schedule lasts. */
  readonly holdSeconds?: number | 'none';
}

export async function changeSite(shell: Shell, siteId: string, options: ChangeSiteOptions): Promise<void> {
  const { name, holdSeconds, ...rest } = options;
  const changed = await shell.client().registry.changeSite(siteId, {
    ...rest,
    ...(name === undefined ? {} : { siteName: name }),
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
