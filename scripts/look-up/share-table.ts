import { SHARES } from '../../packages/server/src/limits/shares.ts';
import { grouped } from './list-settings.ts';
import { markdownTable } from './markdown-table.ts';

/** Each share with its default, and what it may be. */
export function shareTable(): string {
  const rows = Object.entries(SHARES).map(([name, { byDefault, min, max, is }]) => [
    `\`${name}\``,
    `\`${byDefault}\``,
    `${grouped(min)} to ${grouped(max)}`,
    is,
  ]);
  return markdownTable(['share', 'default', 'takes', 'of'], rows);
}
