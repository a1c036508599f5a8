import { SHARES } from '../../packages/server/src/limits/shares.ts';
import { grouped } from './list-settings.ts';
import { markdownTable } from './markdown-table.ts';

/** Each share with its default, what it may be, and what it protects. */
export function shareTable(): string {
  const rows = Object.entries(SHARES).map(([name, { byDefault, min, max, is, bounds }]) => [
    `\`${name}\``,
    `\`${byDefault}\``,
    `${grouped(min)} to ${grouped(max)}`,
    is,
    bounds,
  ]);
  return markdownTable(['share', 'default', 'takes', 'what it is', 'what it bounds'], rows);
}
